"""What may be done next (section 5): every decision as offers, made by the code that checks sheets."""
