"""What every game shares: values and functions without files, clock or terminal."""
