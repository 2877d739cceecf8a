"""What may be done next (M26): every decision as offers, made by the code that checks sheets."""
