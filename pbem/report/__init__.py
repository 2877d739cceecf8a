"""What people read: complaints, receipts and reports as text."""
