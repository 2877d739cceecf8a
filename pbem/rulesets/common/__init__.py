"""What the cousins share: values and questions, without a nation, title or city of their own."""
