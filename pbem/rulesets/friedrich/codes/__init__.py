"""The rows of complaints, a module for each subject; diagnostics.py puts them together."""
