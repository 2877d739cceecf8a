"""Mail: sheets out of letters."""
