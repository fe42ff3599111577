;;; katachi-db-mode.el --- Pattern databases of the Go engine Katachi  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games

;;; Commentary:

;; A major mode for `.db' files in the pattern language of Katachi and GNU Go.
;; Colours for diagrams, colon lines, constraints and actions; an index of the
;; patterns (`imenu'); completion of function names; and `patc check' with
;; \\[katachi-db-check], after which \\[next-error] goes from mistake to mistake.
;; \\[katachi-db-new-pattern] begins a pattern with the next free name,
;; \\[katachi-db-copy-diagram] copies its diagram for a constraint, and
;; \\[forward-paragraph] goes from pattern to pattern.
;;
;; (add-to-list 'load-path "…/tools/editors/emacs")
;; (require 'katachi-db-mode)
;; (add-to-list 'auto-mode-alist '("\\.dbz?\\'" . katachi-db-mode))
;;
;; The lists of words are made from the compiler's own tables: see
;; patc/tests/editors.rs.

;;; Code:

(require 'compile)

(defgroup katachi-db nil
  "Pattern databases of the Go engine Katachi."
  :group 'languages)

(defcustom katachi-db-patc "patc"
  "The program that checks pattern databases."
  :type 'string)

(defconst katachi-db-functions
  '(;; table: functions
    "lib" "lib2" "lib3" "lib4" "alive" "unknown" "critical" "dead" "status" "ko" "xdefend_against"
    "odefend_against" "defend_against_atari" "does_defend" "does_attack" "attack" "defend"
    "weakness" "weak" "safe_xmove" "safe_omove" "legal_xmove" "legal_omove" "x_suicide"
    "o_suicide" "x_alive_somewhere" "o_alive_somewhere" "x_somewhere" "o_somewhere"
    "xmoyo_opposite" "omoyo_opposite" "xmoyo" "omoyo" "xarea" "oarea" "xterri" "oterri" "genus"
    "approx_xlib" "approx_olib" "xlib" "olib" "xcut" "ocut" "edge_double_sente"
    "xplay_defend_both" "oplay_defend_both" "xplay_attack_either" "oplay_attack_either"
    "xplay_defend" "oplay_defend" "xplay_attack" "oplay_attack" "xplay_break_through"
    "oplay_break_through" "oplay_connect" "xplay_connect" "oplay_disconnect" "xplay_disconnect"
    "oplay_lib" "xplay_lib" "seki_helper" "threaten_to_save" "threaten_to_capture"
    "prevent_attack_threat" "eye" "proper_eye" "marginal_eye" "halfeye" "max_eye_value"
    "owl_topological_eye" "obvious_false_oeye" "obvious_false_xeye" "antisuji" "add_connect_move"
    "add_cut_move" "test_attack_either_move" "add_defend_both_move" "same_dragon" "same_string"
    "dragonsize" "wormsize" "effective_size" "vital_chain" "potential_cutstone"
    "amalgamate_most_valuable_helper" "amalgamate" "owl_escape_value" "owl_goal_dragon"
    "owl_eyespace" "owl_big_eyespace" "owl_mineye" "owl_maxeye" "owl_proper_eye" "owl_eye_size"
    "owl_lunch" "owl_strong_dragon" "has_aji" "finish_ko_helper" "squeeze_ko_helper"
    "backfill_helper" "connect_and_cut_helper2" "connect_and_cut_helper" "owl_threatens" "replace"
    "backfill_replace" "non_oterritory" "non_xterritory" "remaining_handicap_stones"
    "total_handicap_stones" "o_captures_something" "x_captures_something" "false_eye_territory"
    "false_eye" "o_visible_along_edge" "x_visible_along_edge" "is_surrounded" "does_surround"
    "surround_map" "oracle_threatens" "value" "adjacent_to_stone_in_atari"
    "adjacent_to_defendable_stone_in_atari" "good_attack_threat" "known_safe_move"
    "break_mirror_helper" "disconnect_helper" "distrust_tactics_helper" "bent_four_helper"
    ;; end
    )
  "The functions of constraints and actions.")

(defconst katachi-db-values
  '(;; table: values
    "value" "minvalue" "maxvalue" "terri" "minterri" "maxterri" "shape" "followup"
    "followup_value" "reverse_followup" "threatens_to_capture" "threatens_eye" "reverse_sente"
    ;; end
    )
  "The value keywords of colon lines.")

(defconst katachi-db-helpers
  '(;; table: helpers
    "jump_out_helper" "jump_out_far_helper" "throw_in_atari_helper" "high_handicap_helper"
    "reinforce_helper" "thrash_around_helper" "cutstone2_helper"
    ;; end
    )
  "The helpers of colon lines.")

(defconst katachi-db-maps
  '(;; table: maps
    "none" "general" "value_only" "owl_attack" "owl_defense"
    ;; end
    )
  "The arguments of `attribute_map'.")

(defface katachi-db-own '((t :inherit font-lock-function-name-face))
  "Stones of the side to move.")

(defface katachi-db-opponent '((t :inherit font-lock-string-face))
  "Stones of the other side.")

(defface katachi-db-move '((t :inherit font-lock-warning-face))
  "The move.")

(defface katachi-db-mark '((t :inherit font-lock-preprocessor-face))
  "The marked empty points `,' and `!'.")

(defface katachi-db-label '((t :inherit font-lock-variable-name-face))
  "Labels of constraint diagrams, and where they are used.")

(defface katachi-db-any '((t :inherit shadow))
  "Points on which anything may be.")

(defface katachi-db-border '((t :inherit font-lock-builtin-face))
  "The edges of the board.")

(defconst katachi-db--row
  "^|?[][.,!*?a-zA-Z]+|?\\([ \t].*\\)?$"
  "A row of a diagram; the group is its side comment.")

(defconst katachi-db--entry
  "^\\([^# \t\n][^ \t\n]*\\)[ \t]+\\([0-9]+\\)[ \t]+\\([a-z]\\{2\\}\\)\\(?:[a-z]\\{2\\}\\)*[ \t]*$"
  "An entry of a book: its name, its weight, its move.")

(defun katachi-db--words (words)
  "A regular expression for WORDS as whole words."
  (regexp-opt words 'symbols))

(defun katachi-db--code (beginning)
  "Font lock for lines that begin with BEGINNING and go on with an expression."
  (let ((rest '(progn (goto-char (match-end 0)) (line-end-position))))
    `(,(concat "^" beginning)
      (0 font-lock-keyword-face)
      ("\\_<\\(?:return\\|if\\|else\\)\\_>" ,rest nil (0 font-lock-keyword-face))
      ("\\_<\\(?:WIN\\|doing_scoring\\|[0-9]+\\(?:\\.[0-9]+\\)?\\)\\_>" ,rest nil
       (0 font-lock-constant-face))
      (,(concat (katachi-db--words katachi-db-functions) "[ \t]*(") ,rest nil
       (1 font-lock-function-name-face))
      ;; What is called and is no function is a mistake.
      ("\\_<\\([a-zA-Z_][a-zA-Z0-9_]*\\)(" ,rest nil (1 font-lock-warning-face))
      ("\\_<[a-zA-Z]\\_>" ,rest nil (0 'katachi-db-label))
      ("[(,][ \t]*\\(\\*\\)" ,rest nil (1 'katachi-db-move)))))

(defconst katachi-db-font-lock-keywords
  (let ((line '(progn (goto-char (match-beginning 0))
                      (or (match-beginning 1) (match-end 0)))))
    `(("^#.*$" . font-lock-comment-face)
      ("^\\(Pattern\\)[ \t]+\\([^ \t\n]+\\)\\(.*\\)$"
       (1 font-lock-keyword-face)
       (2 font-lock-type-face)
       (3 font-lock-comment-face))
      ("^\\(attribute_map\\)[ \t]+\\([^ \t\n]+\\)\\(.*\\)$"
       (1 font-lock-preprocessor-face)
       (2 (if (member (match-string 2) katachi-db-maps)
              font-lock-constant-face
            font-lock-warning-face))
       (3 font-lock-comment-face))
      ("^\\(goal_elements\\|callback_data\\)[ \t]+\\([^ \t\n]+\\)\\(.*\\)$"
       (1 font-lock-preprocessor-face)
       (2 font-lock-constant-face)
       (3 font-lock-comment-face))
      ;; Symmetry and classes, then values and a helper.
      ("^\\(:\\)\\([^,\n]*\\)\\(?:,\\([^,(\n]*\\)\\)?"
       (1 font-lock-keyword-face)
       (2 font-lock-constant-face)
       (3 font-lock-type-face nil t)
       (,(concat (katachi-db--words katachi-db-values) "[ \t]*(") nil nil
        (1 font-lock-builtin-face))
       (,(katachi-db--words katachi-db-helpers)
        (progn (beginning-of-line) (line-end-position)) nil
        (0 font-lock-function-name-face))
       ("([ \t]*\\([-+]?[0-9.]+\\)" (progn (beginning-of-line) (line-end-position)) nil
        (1 font-lock-constant-face)))
      ,(katachi-db--code ";")
      ,(katachi-db--code ">")
      ;; Books with an entry a line: the board size; name, weight, move and stones in turn.
      ("^\\(board_size\\)[ \t]+\\([0-9]+\\)[ \t]*$"
       (1 font-lock-preprocessor-face)
       (2 font-lock-constant-face))
      (,katachi-db--entry
       (1 font-lock-type-face)
       (2 font-lock-constant-face)
       (3 'katachi-db-move)
       ("\\(?:tt\\|\\([a-z]\\{2\\}\\)\\)\\(?:tt\\|\\([a-z]\\{2\\}\\)\\)?"
        (progn (goto-char (match-end 3)) (line-end-position)) nil
        (1 'katachi-db-opponent nil t)
        (2 'katachi-db-own nil t)))
      ("^+?-+\\+?\\([ \t].*\\)?$"
       (1 font-lock-comment-face nil t)
       ("[-+]+" ,line nil (0 'katachi-db-border)))
      (,katachi-db--row
       (1 font-lock-comment-face nil t)
       ("[OQo]" ,line nil (0 'katachi-db-own))
       ("[XYx]" ,line nil (0 'katachi-db-opponent))
       ("\\*" ,line nil (0 'katachi-db-move))
       ("[,!]" ,line nil (0 'katachi-db-mark))
       ("\\?" ,line nil (0 'katachi-db-any))
       ("|" ,line nil (0 'katachi-db-border))
       ("[a-zA-Z]" ,line nil (0 'katachi-db-label)))))
  "What `font-lock-mode' shows in a pattern database.")

(defvar katachi-db-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?' "." table)
    table)
  "Words of the pattern language are made of letters, digits and underscores.")

(defun katachi-db-complete ()
  "Complete a function in a constraint or action, a value or helper in a colon line."
  (let ((words (pcase (char-after (line-beginning-position))
                 ((or ?\; ?>) katachi-db-functions)
                 (?: (append katachi-db-values katachi-db-helpers))))
        (start (save-excursion (skip-chars-backward "a-zA-Z0-9_") (point))))
    (when words
      (list start (point) words :exclusive 'no))))

(defun katachi-db-check ()
  "Check the database of this buffer with patc."
  (interactive)
  (compile (format "%s check --message-format short %s" katachi-db-patc
                   (shell-quote-argument (file-name-nondirectory buffer-file-name)))))

(defun katachi-db--names ()
  "The names of all patterns of this buffer."
  (save-excursion
    (goto-char (point-min))
    (let (names)
      (while (re-search-forward "^Pattern[ \t]+\\([^ \t\n]+\\)" nil t)
        (push (match-string-no-properties 1) names))
      (nreverse names))))

(defun katachi-db-next-name ()
  "A name for a pattern at point that no pattern has.
It counts on from the pattern before point: EB12 after EB11.  Without one it
is made of the name of the file."
  (let* ((names (katachi-db--names))
         (last (save-excursion
                 (when (re-search-backward "^Pattern[ \t]+\\([^ \t\n]+\\)" nil t)
                   (match-string-no-properties 1))))
         (last (or last (capitalize (file-name-base (or buffer-file-name "pattern")))))
         (number (if (string-match "[0-9]+\\'" last)
                     (string-to-number (match-string 0 last))
                   0))
         (stem (replace-regexp-in-string "[0-9]+\\'" "" last))
         name)
    (while (progn (setq number (1+ number)
                        name (format "%s%d" stem number))
                  (member name names)))
    name))

(defun katachi-db--pattern ()
  "The beginning and the end of the pattern at point, or nil before the first."
  (save-excursion
    (end-of-line)
    (when (re-search-backward "^Pattern[ \t]" nil t)
      (let ((start (point)))
        (forward-line)
        (cons start (if (re-search-forward "^Pattern[ \t]" nil t)
                        (line-beginning-position)
                      (point-max)))))))

(defun katachi-db-new-pattern (name)
  "Insert a pattern called NAME after the one at point, and go to its diagram.
The next free name is offered."
  (interactive (list (read-string "Name: " (katachi-db-next-name))))
  (goto-char (or (cdr (katachi-db--pattern)) (point-max)))
  (skip-chars-backward " \t\n")
  (delete-region (point) (progn (skip-chars-forward " \t\n") (point)))
  (unless (bobp) (insert "\n\n"))
  (insert "Pattern " name "\n\n")
  (let ((diagram (point)))
    (insert "...\n.*.\n...\n\n:8,-\n")
    (unless (eobp) (insert "\n\n"))
    (goto-char diagram)))

(defun katachi-db--diagram (from to)
  "The first rows and edges between FROM and TO, as text, or nil."
  (save-excursion
    (goto-char from)
    (forward-line)
    (let ((line (concat katachi-db--row "\\|^\\+?-+\\+?\\([ \t].*\\)?$")) rows)
      (while (and (< (point) to) (not (looking-at line)))
        (forward-line))
      (while (and (< (point) to) (looking-at line))
        (push (car (split-string (buffer-substring-no-properties
                                  (point) (line-end-position))))
              rows)
        (forward-line))
      (when rows (mapconcat #'identity (nreverse rows) "\n")))))

(defun katachi-db-copy-diagram ()
  "Copy the diagram of the pattern at point below its colon line.
There it is the diagram of a constraint: put letters on points, and use them
behind the semicolon, where point is left."
  (interactive)
  (let* ((pattern (or (katachi-db--pattern) (user-error "There is no pattern here")))
         (diagram (or (katachi-db--diagram (car pattern) (cdr pattern))
                      (user-error "This pattern has no diagram"))))
    (goto-char (car pattern))
    (unless (re-search-forward "^:.*$" (cdr pattern) t)
      (user-error "This pattern has no colon line"))
    (insert "\n\n" diagram "\n\n;")))

(defun katachi-db--depth ()
  "The parentheses open before the line at point, if it continues a constraint or an action."
  (let ((sign (char-after (line-beginning-position))) (end (line-beginning-position)))
    (save-excursion
      (beginning-of-line)
      (while (and (not (bobp)) (eq (char-after (line-beginning-position 0)) sign))
        (forward-line -1))
      ;; Behind a semicolon a statement begins.
      (when (and (< (point) end)
                 (not (save-excursion (goto-char end) (looking-back ";[ \t]*\n" (point-min)))))
        (max 0 (- (how-many "(" (point) end) (how-many ")" (point) end)))))))

(defun katachi-db-indent-line ()
  "Move the line at point to the first column, where all lines begin.
As `patc fmt' has it, code that goes on is indented behind its sign by the open
parentheses, and a side comment stands four blanks from its diagram."
  (save-excursion
    (beginning-of-line)
    (when (looking-at "[ \t]+")
      (replace-match ""))
    (cond
     ((looking-at "[;>][ \t]*")
      (let ((blanks (match-end 0)) (depth (katachi-db--depth)))
        (forward-char)
        (delete-region (point) blanks)
        (when depth
          (insert (make-string (1+ (* 2 depth)) ?\s)))))
     ((or (looking-at "Pattern[ \t]") (looking-at katachi-db--entry)))
     ((looking-at "\\(?:|?[][.,!*?a-zA-Z]+|?\\|\\+?-+\\+?\\)\\([ \t]+\\)[^ \t\n]")
      (when (< (length (match-string 1)) 4)
        (replace-match "    " t t nil 1))))))

(add-to-list 'compilation-error-regexp-alist-alist
             '(patc "^\\([^:\n]+\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\)\\["
                    1 2 3 (4)))
(add-to-list 'compilation-error-regexp-alist 'patc)

(defvar katachi-db-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'katachi-db-check)
    (define-key map (kbd "C-c C-p") #'katachi-db-new-pattern)
    (define-key map (kbd "C-c C-d") #'katachi-db-copy-diagram)
    map)
  "Keys of `katachi-db-mode'.")

;;;###autoload
(define-derived-mode katachi-db-mode prog-mode "Katachi"
  "Major mode for pattern databases of the Go engine Katachi."
  (setq-local font-lock-defaults '(katachi-db-font-lock-keywords t))
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "^#+[ \t]*")
  ;; Every line begins in the first column.
  (setq-local indent-line-function #'katachi-db-indent-line)
  (setq-local electric-indent-inhibit t)
  (setq-local require-final-newline t)
  ;; A pattern is a paragraph, and a definition.
  (setq-local paragraph-start "Pattern[ \t]")
  (setq-local paragraph-separate "\f$")
  (setq-local beginning-of-defun-function
              (lambda (&optional count)
                (re-search-backward "^Pattern[ \t]" nil t (or count 1))))
  (setq-local end-of-defun-function
              (lambda () (goto-char (or (cdr (katachi-db--pattern)) (point-max)))))
  (setq-local imenu-generic-expression '((nil "^Pattern[ \t]+\\([^ \t\n]+\\)" 1)))
  (setq-local imenu-case-fold-search nil)
  (add-hook 'completion-at-point-functions #'katachi-db-complete nil t))

(provide 'katachi-db-mode)
;;; katachi-db-mode.el ends here
