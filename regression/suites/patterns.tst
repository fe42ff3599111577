# Databases: loaded, answered from, loaded anew. For engines with the katachi- commands.

1 katachi-load_patterns databases/answer.db
#? [.*answer.*]
boardsize 9
clear_board
play black D5
play white E4
2 katachi-matches white E5
#? [E5 for white: .*]
# Nothing else is loaded that would rather play elsewhere; the shape fits in two orientations.
6 reg_genmove white
#? [D4|E5]
7 katachi-fires Answer1 white E5
#? [fires]
8 katachi-fires Answer1 white A1
#? [does not fire: .*]
3 katachi-load_patterns databases/no-such-file.db
#? [.*no-such-file.*]
4 katachi-load_patterns builtin
#? [.*]
5 reg_genmove black
#? [[A-HJ][1-9]]
