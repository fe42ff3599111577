# Strings of real games whose answer is proven (engine/tactics/tests/solver), and that some reader gets wrong.
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
5 defend A18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3

loadsgf games/proven/6.sgf
6 attack N19
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/7.sgf
7 defend T16
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/8.sgf
8 attack F8
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/9.sgf
9 defend B8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/10.sgf
10 defend B7
#? [0]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/11.sgf
11 attack J5
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/12.sgf
12 defend K7
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/13.sgf
13 defend A5
#? [3 .*]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/14.sgf
14 defend Q7
#? [2 .*]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/15.sgf
15 defend P2
#? [0]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 3

loadsgf games/proven/16.sgf
16 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/17.sgf
17 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/18.sgf
18 defend G10
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/19.sgf
19 attack A19
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/20.sgf
20 attack F19
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/21.sgf
21 attack L11
#? [1 .*]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/22.sgf
22 defend G18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3
