# Captures and rescues that nobody should miss.

boardsize 9
clear_board
play black E5
play white E4
play white D5
play white F5
# One stone, whose flight leads nowhere near a friend.
# By KataGo White leads by 33 points after E7, by 31 after the capture.
1 reg_genmove white
#? [E6|E7]
2 reg_genmove black
#? [E6]

# Three stones are cut off, or connected. Nothing else is open, and the game is close.
clear_board
komi 8
play white C3
play white D3
play white E3
play white G2
play white G3
play white G4
play white F5
play white G6
play black B3
play black C2
play black D2
play black E2
play black C4
play black D4
play black E4
play black E5
play black E6
play black E7
play black E8
play black E9
play white F7
play white F8
play white F9
play white F6
play black F2
10 reg_genmove black
#? [F3]
11 reg_genmove white
#? [F3]

# A double ko: White may have every threat, Black takes the other ko. From game 4 of the Honinbo title match of 1986; the
# solver of engine/tactics/tests/solver proves that the attack fails.
loadsgf games/double-ko.sgf
30 attack B15
#? [0]
