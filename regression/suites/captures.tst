# Strings, liberties and captures.

boardsize 9
clear_board
play black C3
play black C4
play black D4
10 countlib C3
#? [7]
11 findlib C3
#? [C5 D5 B4 E4 B3 D3 C2]
12 countlib A1
#? [vertex must not be empty]
13 countlib
#? [invalid coordinate.*]
14 accuratelib white D3
#? [E3 D2]
15 accuratelib white C4
#? [vertex must be empty]
16 list_stones black
#? [C4 D4 C3]
17 list_stones white
#? []

# A chain is taken from the board as a whole, on the edge and in the middle.
clear_board
play white A1
play white A2
play black B1
play black B2
20 countlib A1
#? [1]
21 play black A3
#? []
22 captures black
#? [2]
23 color A1
#? [empty]
24 list_stones white
#? []
25 list_stones black
#? [A3 B2 B1]
26 undo
#? []
27 list_stones white
#? [A2 A1]
28 captures black
#? [0]

# Snapback: white takes one stone, black takes three back.
loadsgf games/snapback.sgf
30 is_legal black A1
#? [1]
31 play black A1
#? []
32 is_legal white B1
#? [1]
33 play white B1
#? []
34 captures white
#? [1]
35 countlib B1
#? [1]
36 play black A1
#? []
37 captures black
#? [3]
38 list_stones white
#? []

boardsize 9
# Two chains at once.
clear_board
play white C3
play white E3
play black B3
play black C2
play black C4
play black E2
play black E4
play black F3
40 play black D3
#? []
41 captures black
#? [2]
42 countlib D3
#? [4]
