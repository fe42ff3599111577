# The rules: legal moves, ko, suicide, passes, size of the board.

# Black has taken nothing, white has just taken the ko at D5.
loadsgf games/ko.sgf 3
1 is_legal black E5
#? [0]
2 is_legal white E5
#? [1]
3 captures white
#? [1]
4 captures black
#? [0]
5 color D5
#? [white]
6 color E5
#? [empty]

# One exchange later black may take back.
loadsgf games/ko.sgf
10 is_legal black E5
#? [1]
11 play black E5
#? []
12 captures black
#? [1]
13 is_legal white D5
#? [0]
14 undo
#? []
15 color D5
#? [white]

# A ban on a ko ends with a pass of the other side, too.
loadsgf games/ko.sgf 3
20 play black pass
#? []
21 play white pass
#? []
22 is_legal black E5
#? [1]

# tryko passes over the ban.
loadsgf games/ko.sgf 3
30 trymove black E5
#? [illegal move.*]
31 tryko black E5
#? []
32 color D5
#? [empty]
33 popgo
#? []
34 color D5
#? [white]
35 popgo
#? [Stack empty\.]

# Suicide of one stone is always against the rules.
boardsize 5
clear_board
play black B1
play black A2
play black C2
play black B3
40 is_legal white A1
#? [0]
41 is_legal white B2
#? [0]
42 is_legal black B2
#? [1]
43 all_legal white
#? [A5 B5 C5 D5 E5 A4 B4 C4 D4 E4 A3 C3 D3 E3 D2 E2 C1 D1 E1]
44 play white B2
#? [illegal move.*]
45 play white Z9
#? [invalid color or coordinate.*]
46 play white I1
#? [invalid color or coordinate.*]
47 play red A1
#? [invalid color or coordinate.*]

# A stone without liberties is legal if it captures.
clear_board
play white A1
play black B1
50 is_legal black A2
#? [1]
51 play black A2
#? []
52 captures black
#? [1]
53 color A1
#? [empty]
54 is_legal white A1
#? [0]

# The same side may play twice, and a pass is always legal.
clear_board
60 play black C3
#? []
61 play black C4
#? []
62 is_legal white pass
#? [1]
63 play white C4
#? [illegal move.*]
64 last_move
#? [black C4]

70 boardsize 19
#? []
71 query_boardsize
#? [19]
72 boardsize 1
#? [unacceptable size]
73 boardsize nine
#? [boardsize not an integer]
74 query_boardsize
#? [19]
