# Commands that end GNU Go 3.8 or make it answer amiss; an engine refuses them and goes on.

boardsize 9
clear_board
play black C3
play white G7
1 attack_either C3 G7
#? [.*]
2 is_legal black A1
#? [1]
3 aa_confirm_safety black C3
#? [.*]
4 is_legal black A1
#? [1]

trymove black E5
5 boardsize 13
#? [.*]
6 query_boardsize
#? [9|13]
# Trial moves that are left are taken back first.
popgo
boardsize 9
clear_board
play black C3
trymove black E5
7 final_score
#? [.*]
8 query_boardsize
#? [9]
popgo
9 set_search_limit Z99
#? [.*]
10 is_legal black A1
#? [1]
11 tune_move_ordering
#? [.*]
12 color C3
#? [black]

# Nothing to draw, nothing to list.
clear_board
13 top_moves
#? []
14 all_move_values
#? []
15 query_boardsize
#? [9]
16 analyze_eyegraph
#? [.*]
17 query_boardsize
#? [9]
