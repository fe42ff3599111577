# The protocol: what clients rely on.

1 protocol_version
#? [2]
2 known_command genmove
#? [true]
3 known_command no_such_command
#? [false]
4 known_command
#? [false]
5 no_such_command
#? [unknown command]
6 echo  two  words
#? [two  words]
7 komi 6.5
#? []
8 get_komi
#? [ 6.5]
9 komi much
#? [komi not a float]
10 get_komi
#? [ 6.5]

boardsize 9
clear_board
20 genmove red
#? [invalid color.*]
21 genmove
#? [invalid color.*]
22 undo
#? [cannot undo]
23 last_move
#? [no previous move known]
24 fixed_handicap 5
#? [C7 G7 E5 C3 G3]
25 fixed_handicap 2
#? [board not empty]
26 get_handicap
#? [5]
clear_board
27 fixed_handicap 1
#? [invalid handicap]
28 set_free_handicap E5 C3
#? []
29 list_stones black
#? [E5 C3]
clear_board
30 set_free_handicap A1 A1
#? [repeated vertex]
31 set_free_handicap A1 zz
#? [invalid coordinate.*]
# GNU Go leaves a stone behind.
32 list_stones black
#? []
clear_board
40 play black pass
#? []
41 last_move
#? [black PASS]
42 gg-undo 2
#? [cannot undo]
43 gg-undo -1
#? [can't undo a negative number of moves]
44 gg-undo 1
#? []

50 loadsgf games/self-9.sgf 5
#? [black]
51 loadsgf games/self-9.sgf 6
#? [white]
52 loadsgf games/no-such-game.sgf
#? [cannot open or parse 'games/no-such-game.sgf'.*]
53 loadsgf
#? [missing filename]

# A generated move is legal, and asking for one changes nothing.
loadsgf games/self-13.sgf 30
60 reg_genmove black
#? [[A-HJ-N](1[0-3]|[1-9])]
61 list_stones black
#? [.+]
62 time_settings 60 x 5
#? [not three integers]
63 time_left black 10
#? [time and stones not two integers]
64 restricted_genmove black A1
#? [A1|PASS]
65 restricted_genmove black
#? [no allowed vertex]
66 level high
#? [level not an integer]
