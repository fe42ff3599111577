;; Tries the commands of the Emacs modes: emacs --batch -Q -l ert -l MODE... -l commands.el
;; -f ert-run-tests-batch-and-exit

(require 'ert)

(defmacro with-database (text &rest body)
  "Run BODY at the beginning of a database with TEXT."
  `(with-temp-buffer
     (insert ,text)
     (katachi-db-mode)
     (goto-char (point-min))
     ,@body))

(defconst database
  "attribute_map general\n\nPattern EB1\n\n|.X.   side\n|.*O\n+---\n\n:8,-,value(3)\n\n
Pattern EB7\n\n.*\n.O\n\n:8,-\n")

(ert-deftest names-count-on ()
  (with-database database
    (should (equal (katachi-db--names) '("EB1" "EB7")))
    (search-forward "Pattern EB1")
    (should (equal (katachi-db-next-name) "EB2"))
    (goto-char (point-max))
    (should (equal (katachi-db-next-name) "EB8")))
  (with-database "Pattern A1\nPattern A2\n"
    (end-of-line)
    (should (equal (katachi-db-next-name) "A3")))
  (with-database ""
    (should (equal (katachi-db-next-name) "Pattern1"))))

(ert-deftest a-new-pattern-follows-the-one-at-point ()
  (with-database database
    (search-forward ".*O")
    (katachi-db-new-pattern "EB2")
    (should (looking-at "\\.\\.\\.\n\\.\\*\\.\n"))
    (should (equal (katachi-db--names) '("EB1" "EB2" "EB7")))
    (should (string-match-p "value(3)\n\nPattern EB2\n\n\\.\\.\\.\n" (buffer-string)))
    (goto-char (point-max))
    (katachi-db-new-pattern (katachi-db-next-name))
    (should (string-suffix-p "\n\nPattern EB8\n\n...\n.*.\n...\n\n:8,-\n" (buffer-string))))
  (with-database ""
    (katachi-db-new-pattern "A1")
    (should (string-prefix-p "Pattern A1\n" (buffer-string)))))

(ert-deftest a-diagram-is-copied-without-side-comments ()
  (with-database database
    (search-forward ".*O")
    (katachi-db-copy-diagram)
    (should (eq (char-before) ?\;))
    (should (string-match-p "value(3)\n\n|.X.\n|.\\*O\n\\+---\n\n;\n" (buffer-string))))
  (with-database "Pattern A1\n\n:8,-\n"
    (should-error (katachi-db-copy-diagram) :type 'user-error))
  (with-database ""
    (should-error (katachi-db-copy-diagram) :type 'user-error)))

(ert-deftest patterns-are-paragraphs-and-definitions ()
  (with-database database
    (forward-paragraph)
    (should (looking-at "Pattern EB1"))
    (forward-paragraph)
    (should (looking-at "Pattern EB7"))
    (search-forward ".O")
    (beginning-of-defun)
    (should (looking-at "Pattern EB7"))))

(ert-deftest lines-begin-in-the-first-column ()
  (with-database "Pattern A1\n\n  .*\n\t.O\n\n :8,-\n"
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "Pattern A1\n\n.*\n.O\n\n:8,-\n"))))

(ert-deftest code-and-side-comments-are-indented ()
  (with-database
      (concat "Pattern A1 named\n\nX.O  side\n.*.       far\n---\tedge\n\n:8,-\n\nX.O\n.*b\n\n"
              ";lib(a)>1 && (lib(b)>1 ||\n;(lib(a)<3 ||\n;           lib(b)>2)) &&\n;lib(a)>2\n"
              "\n>antisuji(a);\n> antisuji(b)+\n>antisuji(c);\n")
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string)
                   (concat "Pattern A1 named\n\nX.O    side\n.*.       far\n---    edge\n\n:8,-\n\n"
                           "X.O\n.*b\n\n"
                           ";lib(a)>1 && (lib(b)>1 ||\n;   (lib(a)<3 ||\n;     lib(b)>2)) &&\n"
                           "; lib(a)>2\n\n>antisuji(a);\n>antisuji(b)+\n> antisuji(c);\n"))))
  (with-database "board_size 5\nTiny 12 ccbd\n"
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "board_size 5\nTiny 12 ccbd\n"))))

(defconst suite
  "loadsgf games/a.sgf 12\n10 attack F1\n#? [1 G1]*\n\nloadsgf games/b.sgf\n20 defend C3\n#? [0]\n")

(defmacro with-suite (&rest body)
  "Run BODY at the beginning of a suite."
  `(with-temp-buffer
     (insert suite)
     (katachi-tst-mode)
     (goto-char (point-min))
     ,@body))

(ert-deftest tests-are-walked-and-have-positions ()
  (with-suite
   (katachi-tst-next)
   (should (looking-at "10 attack"))
   (should (equal (katachi-tst-position) '("games/a.sgf" "12")))
   (katachi-tst-next)
   (should (looking-at "20 defend"))
   (should (equal (katachi-tst-position) '("games/b.sgf" nil)))
   (should-error (katachi-tst-next) :type 'user-error)
   (should (looking-at "20 defend"))
   (katachi-tst-previous)
   (should (looking-at "10 attack"))
   (should-error (katachi-tst-previous) :type 'user-error)))

(ert-deftest positions-are-shown ()
  (with-suite
   (katachi-tst-next)
   (let ((katachi-tst-katachi "echo"))
     (katachi-tst-view))
   (with-current-buffer "*katachi position*"
     (should (equal (buffer-string) "-l games/a.sgf -L 12 -m dragons\n")))))

(ert-deftest suites-have-colors ()
  (with-suite
   (font-lock-ensure)
   (search-forward "attack")
   (should (eq (get-text-property (1- (point)) 'face) 'font-lock-function-name-face))
   (search-forward "[1 G1]")
   (should (eq (get-text-property (- (point) 3) 'face) 'font-lock-string-face))
   (should (eq (get-text-property (point) 'face) 'font-lock-warning-face))))
