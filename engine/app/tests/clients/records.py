"""Reads records that Katachi has written, and writes one for it, with sgfmill.

Arguments: the records to read. Prints for each of them, on one line: size, komi, the result or -,
the number of moves of the main line, and its last position, as `B:A1,B2 W:C3`. Then writes the
record whose name follows `--write`: set-up stones, moves with a capture, a pass, a comment with
brackets and a backslash, a variation.
"""

import sys

from sgfmill import boards, sgf, sgf_moves
from sgfmill.common import format_vertex


def last_position(game):
    board, plays = sgf_moves.get_setup_and_moves(game)
    for colour, point in plays:
        if point is not None:
            board.play(point[0], point[1], colour)
    stones = {"b": [], "w": []}
    for colour, point in board.list_occupied_points():
        stones[colour].append(format_vertex(point))
    lists = [f"{c.upper()}:{','.join(sorted(stones[c]))}" for c in "bw"]
    return len(plays), " ".join(lists)


def read(name):
    with open(name, "rb") as file:
        game = sgf.Sgf_game.from_bytes(file.read())
    root = game.get_root()
    result = root.get("RE") if root.has_property("RE") else "-"
    moves, position = last_position(game)
    # Every node of every variation can be read.
    nodes = [game.get_root()]
    while nodes:
        node = nodes.pop()
        node.get_move()
        for name in node.properties():
            node.get(name)
        nodes.extend(node)
    print(game.get_size(), game.get_komi(), result, moves, position)


def write(name):
    game = sgf.Sgf_game(size=9, encoding="UTF-8")
    root = game.get_root()
    root.set("KM", 6.5)
    root.set_setup_stones([(0, 0)], [(0, 1)])
    root.set("C", "[brackets] and a back\\slash: é")
    for colour, point in [("w", (1, 0)), ("b", (4, 4)), ("w", None), ("b", (2, 2))]:
        game.extend_main_sequence().set_move(colour, point)
    root.new_child().set_move("w", (8, 8))
    with open(name, "wb") as file:
        file.write(game.serialise())
    moves, position = last_position(game)
    print(game.get_size(), game.get_komi(), "-", moves, position)


def main(names):
    if "--write" in names:
        at = names.index("--write")
        write(names[at + 1])
        names = names[:at] + names[at + 2 :]
    for name in names:
        read(name)


main(sys.argv[1:])
