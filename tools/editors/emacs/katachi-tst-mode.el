;;; katachi-tst-mode.el --- Test suites of Go engines  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games

;;; Commentary:

;; A major mode for `.tst' suites: colours for tests and expected answers, an
;; index of the tests (`imenu'), \\[katachi-tst-next] and \\[katachi-tst-previous]
;; from test to test, \\[katachi-tst-view] for the position of a test, and
;; \\[katachi-tst-run] for the results of the suite.
;;
;; (add-to-list 'load-path "…/tools/editors/emacs")
;; (require 'katachi-tst-mode)
;; (add-to-list 'auto-mode-alist '("\\.tst\\'" . katachi-tst-mode))

;;; Code:

(require 'compile)

(defgroup katachi-tst nil
  "Test suites of Go engines."
  :group 'languages)

(defcustom katachi-tst-katachi "katachi"
  "The program that shows positions."
  :type 'string)

(defcustom katachi-tst-regress "regress"
  "The program that runs suites."
  :type 'string)

(defcustom katachi-tst-view "dragons"
  "What is shown of a position, as with `katachi -m'."
  :type 'string)

(defconst katachi-tst--test "^\\([0-9]+\\)[ \t]+\\(.*\\)$"
  "A test: its number and its command.")

(defconst katachi-tst-font-lock-keywords
  `(("^\\(#\\?\\)[ \t]*\\(\\[.*\\]\\)\\([*&]*\\)"
     (1 font-lock-keyword-face) (2 font-lock-string-face) (3 font-lock-warning-face))
    ("^#\\(CATEGORY\\|SEVERITY\\|DESCRIPTION\\)=" . font-lock-preprocessor-face)
    ("^#.*$" . font-lock-comment-face)
    ("^[0-9]+" . font-lock-constant-face)
    ("^\\(?:[0-9]+[ \t]+\\)?\\([a-zA-Z_][-a-zA-Z0-9_]*\\)" 1 font-lock-function-name-face)
    ("\\_<[A-HJ-Ta-hj-t][0-9]+\\_>" . font-lock-variable-name-face))
  "What `font-lock-mode' shows in a suite.")

(defun katachi-tst-next (&optional count)
  "Go to the COUNTth next test."
  (interactive "p")
  (let ((start (point)))
    (end-of-line)
    (if (re-search-forward katachi-tst--test nil t (or count 1))
        (beginning-of-line)
      (goto-char start)
      (user-error "There is no further test"))))

(defun katachi-tst-previous (&optional count)
  "Go to the COUNTth test before."
  (interactive "p")
  (beginning-of-line)
  (unless (re-search-backward katachi-tst--test nil t (or count 1))
    (user-error "There is no test before")))

(defun katachi-tst-position ()
  "The record and the move that the test at point is about, as a list.
The move is nil if the whole record is loaded."
  (save-excursion
    (end-of-line)
    (unless (re-search-backward
             "^[0-9 \t]*loadsgf[ \t]+\\([^ \t\n]+\\)\\(?:[ \t]+\\([^ \t\n]+\\)\\)?" nil t)
      (user-error "No loadsgf stands above this test"))
    (list (match-string-no-properties 1) (match-string-no-properties 2))))

(defun katachi-tst-view ()
  "Show the position of the test at point, with what Katachi sees in it."
  (interactive)
  (let* ((position (katachi-tst-position))
         (move (and (cadr position) (list "-L" (cadr position))))
         (words `("-l" ,(car position) ,@move "-m" ,katachi-tst-view)))
    (with-current-buffer (get-buffer-create "*katachi position*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (apply #'call-process katachi-tst-katachi nil t nil words)
        (goto-char (point-min))
        (special-mode))
      (display-buffer (current-buffer)))))

(defun katachi-tst-run ()
  "Run the suite of this buffer."
  (interactive)
  (compile (format "%s %s" katachi-tst-regress
                   (shell-quote-argument (file-name-nondirectory buffer-file-name)))))

(defvar katachi-tst-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-n") #'katachi-tst-next)
    (define-key map (kbd "C-c C-p") #'katachi-tst-previous)
    (define-key map (kbd "C-c C-v") #'katachi-tst-view)
    (define-key map (kbd "C-c C-c") #'katachi-tst-run)
    map)
  "Keys of `katachi-tst-mode'.")

;;;###autoload
(define-derived-mode katachi-tst-mode prog-mode "Suite"
  "Major mode for test suites of Go engines."
  (setq-local font-lock-defaults '(katachi-tst-font-lock-keywords t))
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "^#+[ \t]*")
  (setq-local indent-line-function #'ignore)
  (setq-local imenu-generic-expression `((nil ,katachi-tst--test 1))))

(provide 'katachi-tst-mode)
;;; katachi-tst-mode.el ends here
