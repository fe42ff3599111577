# Counting games that are played out.

# A wall on each side: two columns for black, five for white, nothing to fight about.
boardsize 9
clear_board
komi 0.5
play black C1
play white D1
play black C2
play white D2
play black C3
play white D3
play black C4
play white D4
play black C5
play white D5
play black C6
play white D6
play black C7
play white D7
play black C8
play white D8
play black C9
play white D9
1 final_score
#? [W\+27.5]
2 final_status A1
#? [black_territory]
3 final_status J9
#? [white_territory]
4 final_status C5
#? [alive]

# A lone stone in there is dead, and counts twice.
play white A5
5 final_status A5
#? [dead]
6 final_score
#? [W\+26.5]
7 final_status_list dead
#? [A5]
