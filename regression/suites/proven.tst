# Strings of real games whose answer is proven (engine/core/tests/solver), and that some reader gets wrong.
# Only the stones that the proof depends on, where that keeps the disagreement. Moves are not judged: there may be several.

loadsgf games/proven/1.sgf
1 attack C2
#? [1 .*]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/2.sgf
2 attack R18
#? [1 .*]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/3.sgf
3 attack S17
#? [1 .*]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/4.sgf
4 attack B3
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/5.sgf
5 defend B3
#? [0]
#DESCRIPTION=4 liberties, GNU Go 3.8 says 3

loadsgf games/proven/6.sgf
6 defend S18
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/7.sgf
7 defend R3
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/8.sgf
8 attack C3
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/9.sgf
9 defend A18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3

loadsgf games/proven/10.sgf
10 defend B18
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/11.sgf
11 attack N19
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/12.sgf
12 defend T16
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/13.sgf
13 defend O10
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/14.sgf
14 defend K18
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/15.sgf
15 attack F8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/16.sgf
16 defend B8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/17.sgf
17 defend B7
#? [0]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/18.sgf
18 attack J5
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/19.sgf
19 defend K7
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/20.sgf
20 defend D18
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/21.sgf
21 defend A5
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/22.sgf
22 defend M10
#? [2 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/23.sgf
23 defend Q7
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/24.sgf
24 defend P2
#? [0]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 3

loadsgf games/proven/25.sgf
25 defend S4
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/26.sgf
26 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/27.sgf
27 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/28.sgf
28 attack K7
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/29.sgf
29 defend G10
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/30.sgf
30 attack D6
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/31.sgf
31 attack F19
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/32.sgf
32 attack E14
#? [3 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 3

loadsgf games/proven/33.sgf
33 attack B15
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/34.sgf
34 attack C3
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/35.sgf
35 defend G18
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3
