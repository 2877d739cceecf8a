"""The game in words and pictures: reports, sheets and maps, from views and from events as their reader sees them."""
