"""Complaints by chapter, gathered in diagnostics."""
