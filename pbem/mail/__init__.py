"""Mail: sheets out of letters."""

DOMAIN = "pbem.invalid"  # a name that nobody can own, for the ids of mails
