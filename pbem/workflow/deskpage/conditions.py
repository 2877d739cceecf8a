"""What a play of a bid can hang on, in words: what there is to look at, and how it is compared (docs/bids.md)."""

FACTS = {
    "score": "my score",
    "cards": "my cards played here",
    "points": "my points played here",
    "hand": "cards that I hold",
    "troops": "my troops",
    "enemy_cards": "the enemy's cards played here",
    "enemy_points": "the enemy's points played here",
    "enemy_last": "the enemy's last card",
    "enemy_highest": "the enemy's highest card",
    "enemy_lowest": "the enemy's lowest card",
    "enemy_hand": "cards that the enemy holds",
    "enemy_troops": "the enemy's troops",
    "battle": "the number of the battle",
}
SIGNS = {"<=": "at most", "<": "below", ">=": "at least", ">": "above", "==": "exactly", "!=": "not"}
PLAYED = {"enemy_played": "the enemy has played", "not enemy_played": "the enemy has not played"}
CONDITIONS = {"facts": [*FACTS.items()], "signs": [*SIGNS.items()], "played": [*PLAYED.items()]}
