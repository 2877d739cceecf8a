"""The player's desk: one page with the whole checker in it, and what it asks the program, as plain data."""
