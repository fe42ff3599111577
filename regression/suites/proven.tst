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
5 attack F10
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/6.sgf
6 defend B3
#? [0]
#DESCRIPTION=4 liberties, GNU Go 3.8 says 3

loadsgf games/proven/7.sgf
7 attack B3
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/8.sgf
8 defend R19
#? [3 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 3

loadsgf games/proven/9.sgf
9 defend D14
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/10.sgf
10 defend A18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3

loadsgf games/proven/11.sgf
11 attack S7
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/12.sgf
12 attack N19
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/13.sgf
13 defend T16
#? [3 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/14.sgf
14 attack E16
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/15.sgf
15 attack S16
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/16.sgf
16 attack D3
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/17.sgf
17 attack F8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/18.sgf
18 attack A5
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/19.sgf
19 defend B8
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/20.sgf
20 defend H6
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/21.sgf
21 defend B7
#? [0]
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/22.sgf
22 defend G8
#? [0]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 0

loadsgf games/proven/23.sgf
23 attack J5
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 3

loadsgf games/proven/24.sgf
24 defend K7
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/25.sgf
25 defend D18
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/26.sgf
26 defend A5
#? [3 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 0

loadsgf games/proven/27.sgf
27 defend Q7
#? [2 .*]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 1

loadsgf games/proven/28.sgf
28 attack H11
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/29.sgf
29 defend P2
#? [0]
#DESCRIPTION=1 liberties, GNU Go 3.8 says 3

loadsgf games/proven/30.sgf
30 attack A9
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/31.sgf
31 attack O11
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/32.sgf
32 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/33.sgf
33 attack P11
#? [1 .*]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 1

loadsgf games/proven/34.sgf
34 attack L6
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/35.sgf
35 attack T14
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/36.sgf
36 attack O14
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/37.sgf
37 defend O18
#? [0]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 0

loadsgf games/proven/38.sgf
38 attack K7
#? [0]*
#DESCRIPTION=2 liberties, GNU Go 3.8 says 0

loadsgf games/proven/39.sgf
39 defend G10
#? [1 .*]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/40.sgf
40 attack T19
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/41.sgf
41 attack L16
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/42.sgf
42 defend J16
#? [1 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 1

loadsgf games/proven/43.sgf
43 attack F19
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 2

loadsgf games/proven/44.sgf
44 attack J17
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/45.sgf
45 attack A2
#? [2 .*]*
#DESCRIPTION=1 liberties, GNU Go 3.8 says 2

loadsgf games/proven/46.sgf
46 defend N18
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/47.sgf
47 attack G10
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1

loadsgf games/proven/48.sgf
48 attack B15
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/49.sgf
49 defend P7
#? [0]*
#DESCRIPTION=3 liberties, GNU Go 3.8 says 0

loadsgf games/proven/50.sgf
50 defend G18
#? [0]
#DESCRIPTION=3 liberties, GNU Go 3.8 says 3

loadsgf games/proven/51.sgf
51 attack H6
#? [1 .*]*
#DESCRIPTION=4 liberties, GNU Go 3.8 says 1
