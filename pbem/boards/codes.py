"""The faults of a pack of tables: BD1xx cannot be read, BD2xx unknown or wrong words, BD3xx tables that do not agree.

BD4xx are about games on a board.
"""

from __future__ import annotations

from pbem.core import Code, Form

TABLE_MISSING = Code(
    "BD101", "table-missing",
    "the table is missing",
    hint="Put {file} into the folder; `pbem board new DIR` writes all tables with remarks on what goes into them.",
    about="A board is a folder of tables, and each of them is needed, even if only its first line is filled in.",
)  # fmt: skip
TABLE_UNREADABLE = Code(
    "BD102", "table-unreadable",
    "the table cannot be read: {why}",
    hint="A table is a plain file in the folder itself; look at its owner and permissions.",
    about="The operating system refused to read the file, or it is not a plain file.",
    forms={
        "link": Form(
            "the table is a link that leads out of the folder of the board",
            "Put the file itself into the folder: a board is whole by itself.",
        ),
    },
)  # fmt: skip
TABLE_TOO_LARGE = Code(
    "BD103", "table-too-large",
    "the table has more than {limit} bytes",
    hint="A board of a thousand cities needs a hundred thousand bytes; this file must be something else.",
    about="Bounds on the size of tables keep a wrong file from holding up a command.",
    forms={
        "line": Form("this line has more than {limit} bytes", "One row a line; look for quotes that are not closed."),
        "rows": Form("the table has more than {limit} rows", "No board needs so many; look for a piece pasted twice."),
    },
)  # fmt: skip
NOT_UTF8 = Code(
    "BD104", "not-utf8",
    "this line is not UTF-8 text",
    hint="Save the table as UTF-8: in a spreadsheet choose \"CSV UTF-8\" or the character set UTF-8.",
    about="Names have umlauts and accents, and only one way of writing them is the same on every machine.",
    forms={"utf16": Form("the table is UTF-16 text, not UTF-8")},
)  # fmt: skip
BYTE_ORDER_MARK = Code(
    "BD105", "byte-order-mark",
    "the table begins with a byte order mark, which is left out",
    hint="Nothing needs to be done; saving as UTF-8 without the mark makes this note go away.",
    severity="warning",
    about="Some programs put an unseen sign before the first letter of a file. It is read as if it were not there.",
)  # fmt: skip
STRANGE_SIGN = Code(
    "BD106", "strange-sign",
    "this line has the unseen sign {sign} in it",
    hint="Delete it and type the word again.",
    about="Signs without a picture come with text copied out of other programs. They would make two names that look"
    " the same different, or would do something to a terminal.",
    forms={
        "ends": Form(
            "the lines of the table end with a carriage return alone",
            "Save the table with the line ends of Linux, macOS or Windows.",
        ),
    },
)  # fmt: skip
NOT_CSV = Code(
    "BD107", "not-csv",
    "the quotes that open in this line are not closed",
    hint="A value with a comma in it stands in double quotes, and a quote inside it is written twice.",
    about="A table in CSV has its columns' names in the first line and one row a line, with commas between the values.",
    forms={
        "semicolon": Form(
            "the first line has semicolons or tabs where commas should stand",
            "Save the table with commas between the values.",
        ),
        "empty": Form(
            "the table is empty: its first line should name the columns", "The columns are {known}."
        ),
    },
)  # fmt: skip
NOT_TOML = Code(
    "BD108", "not-toml",
    "{said}",
    hint="Mend this line; everything after it could not be read.",
    about="Boxes and tracks are written in TOML, as sheets are.",
)  # fmt: skip
NO_BOARD = Code(
    "BD109", "no-board",
    "there is no board of this name and no folder there",
    hint="Give the folder of a board, or one of the boards that come with the program: {known}.",
    about="A board is named by its folder; those that come with the program have a name of their own.",
    forms={
        "up": Form(
            "the way to a board does not lead through ..", "Give the whole way to the folder, or a name inside it."
        ),
        "file": Form("this is a file and not the folder of a board", "Give the folder that holds the tables."),
        "form": Form(
            "there is no form of board called {found}",
            "The forms are {known}; the template for the game of your choice has the right one.",
        ),
    },
)  # fmt: skip
TOO_MANY = Code(
    "BD110", "too-many-faults",
    "the board has more than {limit} faults, and only these are named",
    hint="Mend these first and look again: one wrong line can lead to many faults.",
    about="A list without end helps nobody.",
)  # fmt: skip

COLUMN_MISSING = Code(
    "BD201", "column-missing",
    "the column {column} is missing",
    hint="The columns are {known}; their order is free.",
    about="The first line of a table names its columns, each as it is called in the template.",
)  # fmt: skip
UNKNOWN_COLUMN = Code(
    "BD202", "unknown-column",
    "this table has no column {column}",
    hint="The columns are {known}; remarks go into a file of their own.",
    forms={
        "near": Form(hint="Did you mean {near}?"),
        "twice": Form("the column {column} stands there twice", "Take one of the two away."),
        "unnamed": Form("a column has no name", "Take the commas at the end of the first line away."),
    },
    about="A slip in the name of a column would lose all its values, so unknown columns are named.",
)  # fmt: skip
ROW_LENGTH = Code(
    "BD203", "row-length",
    "this row has {found} values for {columns} columns",
    hint="A value with a comma in it stands in double quotes.",
    about="Each row has one value for each column; an empty value is nothing between two commas.",
)  # fmt: skip
WRONG_WORD = Code(
    "BD204", "wrong-word",
    "{column} is {found}, which is none of its words",
    hint="Write one of {known}.",
    forms={
        "number": Form("{column} is {found}, which is not a number from {low} to {high}", "Write a whole number."),
        "yes": Form("{column} is {found}, which is neither yes nor no", "Write yes or no."),
        "empty": Form("{column} is empty", "Fill it in; the template says what goes there."),
        "id": Form(
            "{column} is {found}, which cannot be a short name",
            "Use small letters without accents, digits and -: {near}.",
        ),
        "plain": Form(
            "{column} is {found}, which cannot be a short name",
            "Use letters, digits and the signs - : . _ and nothing else.",
        ),
        "arrow": Form("{column} is {found}, which is no move on a track", "Write L1, L2, R1, R2, LR1 or LR2."),
        "long": Form("{column} has {size} signs; at most {limit} are kept", "Say it more shortly."),
    },
    about="Each column has one kind of value.",
)  # fmt: skip
UNKNOWN_NAME = Code(
    "BD205", "unknown-name",
    "there is no city {found}",
    hint="Cities are named by their short name in cities.csv, letter by letter.",
    forms={
        "near": Form(hint="Did you mean {near}?"),
        "country": Form("there is no country {found}", "The countries are {known}."),
        "sector": Form("there is no sector {found}", "The sectors are those of sectors.csv."),
        "power": Form("there is no power {found}", "The powers are {known}."),
        "piece": Form("there is no piece {found}", "The pieces are those of the set-up, letter by letter."),
        "box": Form("there is no box {found}", "The boxes are those of boxes.toml: {known}."),
    },
    about="Rows of one table name rows of another by their short names.",
)  # fmt: skip
TWICE = Code(
    "BD206", "twice",
    "{found} was given before, in {other}",
    hint="Take one of the two away, or give it another short name.",
    forms={
        "road": Form("the road from {found} to {to} was given before, in {other}", "Take one of the two away."),
        "name": Form(
            "the name {found} was given before, in {other}",
            "Tell the two apart as people would, by a river: orders name cities as people write them.",
        ),
        "marker": Form("a marker on {found} was given before, in {other}", "One marker lies on a city."),
        "rank": Form("{power} has a general of rank {found} already, in {other}", "Each rank is there once a power."),
    },
    about="What is there once on the board stands in one row.",
)  # fmt: skip
UNKNOWN_FILE = Code(
    "BD207", "unknown-file",
    "the folder of a board has no table of this name; it is not read",
    hint="The tables are {known}.",
    forms={"near": Form(hint="Did you mean {near}?")},
    severity="warning",
    about="A table whose name has a slip would be left out without a word.",
)  # fmt: skip
WRONG_KEY = Code(
    "BD208", "wrong-key",
    "the key {key} is missing",
    hint="The template written by `pbem board new DIR` has every key.",
    forms={
        "unknown": Form("there is no key {key} here", "The keys are {known}."),
        "empty": Form("{key} is empty", "Fill it in; the template says what goes there."),
        "text": Form("{key} is not a text in quotes", "Write {key} = \"...\"."),
        "number": Form("{key} is not a whole number from {low} to {high}", "Write a number without quotes."),
        "list": Form("{key} is not a list of texts", "Write {key} = [\"...\", \"...\"]."),
        "tables": Form("{key} is not a list of tables", "Begin each with [[{key}]] on a line of its own."),
        "table": Form("{key} is not a table", "Begin it with [{key}] on a line of its own."),
        "word": Form("{key} is {found}, which is none of its words", "Write one of {known}."),
        "truth": Form("{key} is neither true nor false", "Write true or false without quotes."),
    },
    about="Boxes and tracks are TOML tables whose keys are fixed.",
)  # fmt: skip

ROAD_TO_ITSELF = Code(
    "BD301", "road-to-itself",
    "this road leads from {city} to {city}",
    hint="A road joins two cities.",
    about="Most likely one end was mistyped.",
)  # fmt: skip
CUT_OFF = Code(
    "BD302", "cut-off",
    "no road leads to {city}",
    hint="Add its roads to roads.csv.",
    forms={
        "part": Form(
            "{count} cities hang together but no road leads to them from {other}: {named}",
            "Add the road that is missing to roads.csv.",
        ),
    },
    about="Every city can be reached from every other on the boards of these games.",
)  # fmt: skip
OTHER_SUIT = Code(
    "BD303", "other-suit",
    "{city} has the suit {found}, and its sector {sector} has {suit}",
    hint="One of the two is wrong: the suit of a city is the suit of its sector.",
    about="The suit stands in both tables so that a slip is found.",
)  # fmt: skip
OUTSIDE = Code(
    "BD304", "outside-its-sector",
    "{city} does not lie in its sector {sector}",
    hint="It is at {x}, {y}; the sector reaches from {x_min}, {y_min} to {x_max}, {y_max}.",
    forms={"map": Form("{city} is on the map {map}, and its sector {sector} on another", "Give both the same map.")},
    about="A city belongs to the rectangle it lies in.",
)  # fmt: skip
BAD_SECTOR = Code(
    "BD305", "bad-sector",
    "the sector {sector} ends before it begins",
    hint="x_min is smaller than x_max, and y_min smaller than y_max.",
    forms={
        "overlap": Form("the sectors {sector} and {other} lie over each other", "Their edges meet, and no more."),
        "count": Form(
            "the sector {sector} holds {found} cities, and its row says {said}",
            "Mend the number, or the sectors of the cities; the column may be left out.",
        ),
        "empty": Form("no city lies in the sector {sector}", "A city without its sector may be missing."),
    },
    about="Sectors are rectangles side by side.",
)  # fmt: skip
SAME_SPOT = Code(
    "BD306", "same-spot",
    "{city} and {other} lie on one spot",
    hint="Two cities are at least {least} apart, or the map cannot be read.",
    about="Most likely a pair of numbers was copied from the line above.",
)  # fmt: skip
SETUP_DIFFERS = Code(
    "BD307", "setup-differs",
    "{city} has {found} in its column setup, and by the set-up {starts} starts there",
    hint="Mend the one that is wrong, or leave the column setup out of cities.csv.",
    forms={
        "none": Form("{city} has {found} in its column setup, and by the set-up nothing starts there"),
        "missing": Form("{city} has nothing in its column setup, and by the set-up {starts} starts there"),
    },
    about="The column repeats what the set-up says, so that a slip is found.",
)  # fmt: skip
WRONG_START = Code(
    "BD308", "wrong-start",
    "{piece} starts in the box {box}, and boxes.toml does not list it there",
    hint="The pieces in a box stand in its list start too.",
    forms={
        "listed": Form("the box {box} lists {piece}, and by setup.csv it starts elsewhere"),
        "nowhere": Form("{piece} has no place to start at", "Write the city or the box into the column at."),
        "beside": Form("{piece} starts beside the board, and at is {found}", "Leave at empty, or mend place."),
        "stack": Form(
            "{count} pieces start at {city}", "At most two generals start on one city, and a train starts alone."
        ),
        "rank": Form("{piece} is a general without a rank", "Write his rank."),
        "no-rank": Form("{piece} is no general and has a rank", "Leave rank empty."),
        "power": Form("{piece} is a piece of {power} by its column power", "Its name begins with its power and :."),
    },
    about="Every piece starts at one place, and what the tables say of it agrees.",
)  # fmt: skip
TRACK_GAP = Code(
    "BD309", "track-gap",
    "the space {found} of the track {track} stands where {wanted} should",
    hint="Number the spaces 1, 2, 3 from left to right, without a gap.",
    forms={
        "none": Form("the track {track} has no spaces", "Write a table [[{track}.space]] for each space."),
        "start": Form("the track {track} starts at {found}, and it has {last} spaces", "Write the number of a space."),
        "annexation": Form(
            "the annexation space of the track {track} is {found}, and it has {last} spaces",
            "Write the number of a space.",
        ),
        "standing": Form(
            "the space {found} of the track {track} is {standing}, after spaces that come later on the way",
            "From left to right a power is {known}.",
        ),
    },
    about="A marker moves from space to space on a track.",
)  # fmt: skip
INCOMPLETE = Code(
    "BD310", "incomplete",
    "there are {found} rows with the word {word}, and the game has {wanted}",
    hint="Fill in what is missing; a board for tests says complete = false in board.toml.",
    forms={
        "box": Form("there is no box off the map for {power}", "Write a table [off_map.{power}]."),
        "track": Form("the track {track} is missing", "Write a table [{track}] with its spaces."),
        "order": Form("the boxes for cards do not name each great power once", "Write {known} in their order."),
        "empty": Form("the table has no rows", "Fill it in; the template says how."),
        "objective": Form("{power} has no objective", "Mark the cities that it wants in objective_of."),
        "depot": Form("{power} has no depot", "Mark the city where its pieces enter in depot_of."),
        "named": Form("the rules name {word}, which is not on this board", "Give that name to the place most like it."),
        "piece": Form(
            "{power} has not the generals {named}, whom the rules name", "Keep the names and ranks of the generals."
        ),
        "trains": Form("{power} has {found} trains, and the game has {wanted}", "Add or take away a train."),
        "nation": Form("the nations are not {known}, in this order", "The order of play is part of the rules."),
        "electors": Form(
            "{found} cities are electors, and there are {wanted}", "Write yes into the column elector of each of them."
        ),
        "sides": Form(
            "{found} electors have a two-sided marker, and {wanted} have one", "Give each of them a row in markers.csv."
        ),
        "town": Form("{city} is an elector and no fortress", "Mend its column kind, or elector."),
        "unmarked": Form(
            "{city} is a fortress of {land} without a marker", "Give it a row in markers.csv: each of them bears one."
        ),
        "no-fortress": Form(
            "{city} is no fortress, and a marker lies there", "Mend its kind in cities.csv, or the city of the marker."
        ),
        "no-elector": Form(
            "{city} is no elector, and a two-sided marker lies there", "Mend its column elector, or the city."
        ),
        "cards": Form(
            "{found} political cards are of {year}, and each year has {wanted}", "Mend the years, or add a card."
        ),
        "election": Form(
            "{found} cards have no shield, and one card of {year} alone has none", "Mend the column shields."
        ),
        "home": Form(
            "{power} has no major fortress at home", "Its pieces come back there: mend kind or country of a city."
        ),
        "friend": Form(
            "{land} has major fortresses and is no home of a friend of {who}, who comes back there",
            "Write {wanted} into home_of.",
        ),
        "minor": Form(
            "an icon sends a general of {power} off the map, where it has no box", "Only great powers have such a box."
        ),
        "standing": Form(
            "the space {found} of the track {track} does not say whose ally the power is there", "Write its standing."
        ),
        "space": Form(
            "the space {found} of the track {track} is not {wanted}",
            "Mend start or annexation_space, or the standing of the space.",
        ),
    },
    about="A game needs all its pieces, boxes and tracks. What the rules of a title name must be on its boards.",
)  # fmt: skip
ODD_OBJECTIVE = Code(
    "BD311", "odd-objective",
    "{city} is an objective without an order",
    hint="Write 1 or 2 into objective_order.",
    forms={"order": Form("{city} has an objective_order and is nobody's objective", "Leave it out, or say whose.")},
    about="An objective is of the first or second order.",
)  # fmt: skip

UNSOUND = Code(
    "BD401", "unsound-board",
    "the board has faults, in number {count}; the first is {first}",
    hint="`pbem board lint DIR` tells them all. Nothing was changed.",
    about="A game is only begun on a board that says of everything on it where it is.",
)  # fmt: skip
