;;; eglot.el --- drives `patc lsp' by eglot  -*- lexical-binding: t; -*-

;; emacs --batch -l MODE -l eglot.el PROGRAM FILE
;; Sets eglot up as tools/editors/README.md says, uses each capability once, and stops with status 1
;; where one does not do what its name says.

(require 'eglot)

(defun expect (what found wanted)
  "Fail unless FOUND is WANTED; WHAT says what it is about."
  (unless (equal found wanted)
    (message "%s: expected %S, found %S" what wanted found)
    (kill-emacs 1)))

(defun wait-for (what condition)
  "Let Emacs work until CONDITION holds; WHAT says what that is."
  (let ((end (+ (float-time) 30)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.02)))
  (unless (funcall condition)
    (message "in vain: %s" what)
    (kill-emacs 1)))

(defun codes ()
  "The codes of flymake's diagnostics."
  (sort (mapcar (lambda (one)
                  (let ((text (flymake-diagnostic-text one)))
                    (and (string-match "P[0-9]+" text) (match-string 0 text))))
                (flymake-diagnostics))
        #'string<))

(defun flatten-index (index)
  "The entries of an INDEX of imenu, those of its groups included."
  (seq-mapcat (lambda (one) (if (consp (cdr one)) (flatten-index (cdr one)) (list one)))
              index))

(defun at (text)
  "Go to the beginning of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun tell ()
  "Tell the server of changes; without a user no idle timer does."
  (eglot--signal-textDocument/didChange))

(defun ask (method params)
  "The result of a request of METHOD with PARAMS."
  (jsonrpc-request (eglot-current-server) method params))

(let* ((program (pop command-line-args-left))
       (file (pop command-line-args-left))
       (eglot-sync-connect t)
       (eglot-send-changes-idle-time 0))
  (add-to-list 'auto-mode-alist '("\\.dbz?\\'" . katachi-db-mode))
  (add-to-list 'eglot-server-programs `(katachi-db-mode ,program "lsp"))
  (find-file file)
  (expect "the mode" major-mode 'katachi-db-mode)
  (apply #'eglot (eglot--guess-contact))
  (let ((server (eglot-current-server)))
    (expect "a server" (null server) nil)
    ;; A mistake is shown, and its quick fix repairs it.
    (flymake-start)
    (wait-for "the diagnostic" (lambda () (equal (codes) '("P0602"))))
    (at "libb")
    (eglot-code-actions (point) (+ (point) 4) "quickfix" t)
    (expect "the fix" (progn (at ";lib") (looking-at ";lib(a)>1")) t)
    (tell)
    (flymake-start)
    (wait-for "no diagnostic" (lambda () (null (codes))))
    ;; Hover.
    (at "lib(a)")
    (let* ((hover (ask :textDocument/hover (eglot--TextDocumentPositionParams)))
           (text (plist-get (plist-get hover :contents) :value)))
      (expect "the hover" (and (string-match-p "liberties" text) t) t))
    ;; Completion.
    (let* ((items (ask :textDocument/completion (eglot--TextDocumentPositionParams)))
           (labels (mapcar (lambda (one) (plist-get one :label)) items)))
      (expect "completion" (and (member "lib" labels) t) t))
    ;; Definition and references of a label, by Emacs' own commands.
    (at "a)>1")
    (xref-find-definitions "a")
    (expect "the definition" (buffer-substring-no-properties (point) (+ (point) 2)) "a*")
    (at "a)>1")
    (expect "references"
            (length (xref-backend-references
                     'eglot (xref-backend-identifier-at-point 'eglot)))
            2)
    ;; Rename.
    (at "a)>1")
    (eglot-rename "b")
    (at ";lib")
    (expect "the rename" (looking-at ";lib(b)>1") t)
    (tell)
    ;; Names of patterns.
    (let ((names (mapcar #'car (flatten-index (imenu--make-index-alist t)))))
      (expect "names" (and (seq-some (lambda (name) (string-match-p "Hane" name)) names) t) t))
    ;; Lenses and folds, which this client does not show, by the protocol.
    (let ((document (list :textDocument (eglot--TextDocumentIdentifier))))
      (let ((lenses (ask :textDocument/codeLens document)))
        (expect "a lens" (plist-get (plist-get (aref lenses 0) :command) :title) "run test"))
      (expect "a fold" (length (ask :textDocument/foldingRange document)) 1))
    ;; Format.
    (eglot-format-buffer)
    (at ":8")
    (expect "the layout" (looking-at ":8,-,shape(1)$") t)
    (set-buffer-modified-p nil)
    (eglot-shutdown server))
  (message "all as expected"))
