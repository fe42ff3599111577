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
4 defend B3
#? [0]
#DESCRIPTION=4 liberties, GNU Go 3.8 says 3

loadsgf games/proven/5.sgf
5 attack C3
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/6.sgf
6 defend A18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3

loadsgf games/proven/7.sgf
7 attack N19
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/8.sgf
8 defend T16
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/9.sgf
9 defend O10
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/10.sgf
10 attack F8
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/11.sgf
11 defend B8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/12.sgf
12 defend B7
#? [0]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/13.sgf
13 attack J5
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/14.sgf
14 defend K7
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/15.sgf
15 defend A5
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/16.sgf
16 defend M10
#? [2 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/17.sgf
17 defend Q7
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/18.sgf
18 defend P2
#? [0]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 3

loadsgf games/proven/19.sgf
19 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/20.sgf
20 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/21.sgf
21 defend G10
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/22.sgf
22 attack D6
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/23.sgf
23 attack F19
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/24.sgf
24 attack E14
#? [3 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 3

loadsgf games/proven/25.sgf
25 attack B15
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/26.sgf
26 attack C3
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/27.sgf
27 defend G18
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3
