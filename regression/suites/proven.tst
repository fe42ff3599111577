# Strings of real games whose answer is proven (engine/core/tests/solver), and that some reader gets wrong.
# Only the stones that the proof depends on. Moves are not judged: there may be several.

loadsgf games/proven/1.sgf
1 attack L3
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/2.sgf
2 attack Q2
#? [1 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/3.sgf
3 attack N17
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/4.sgf
4 defend R3
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/5.sgf
5 attack N15
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/6.sgf
6 attack R3
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/7.sgf
7 attack P11
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/8.sgf
8 attack O9
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/9.sgf
9 attack K19
#? [3 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/10.sgf
10 attack K14
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/11.sgf
11 attack D19
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/12.sgf
12 attack K16
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/13.sgf
13 attack E17
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/14.sgf
14 attack P18
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/15.sgf
15 attack K16
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/16.sgf
16 attack E7
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/17.sgf
17 attack K3
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/18.sgf
18 attack C3
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/19.sgf
19 attack Q18
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/20.sgf
20 attack F19
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2

loadsgf games/proven/21.sgf
21 attack D12
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 2
