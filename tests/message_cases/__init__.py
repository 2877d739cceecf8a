"""Real cases of the complaints that no sheet of a vector provokes: headings, mails, damaged games, envelopes.

Each case is a function of a fresh game in the working directory: *winter*, Friedrich before a battle. It names the code
it is for; what it raises, or what the checker answers, is shown as the program prints it.
"""

from message_cases.showing import of_commands

__all__ = ["of_commands"]
