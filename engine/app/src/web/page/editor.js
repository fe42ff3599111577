// The editor: a text with line numbers and diagnostics.

/** The offset of a line and a column, both from 1; columns count characters. */
function offset(text, [line, column]) {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let at = start;
  for (let number = 1; number < column && at < text.length; number += 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}

export class Editor {
  /**
   * `changed` is called after each change of the text, with the time of the key; `moved` when the
   * cursor changes its line.
   */
  constructor(area, gutter, { changed, moved }) {
    this.area = area;
    this.gutter = gutter;
    this.lines = 0;
    this.flags = new Map();
    let line = 1;
    let pressed = null;
    area.addEventListener("keydown", (event) => { pressed = event.timeStamp; });
    area.addEventListener("input", (event) => {
      this.number();
      changed(pressed ?? event.timeStamp);
      pressed = null;
    });
    area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
    document.addEventListener("selectionchange", () => {
      if (document.activeElement !== area || this.line() === line) return;
      line = this.line();
      moved();
    });
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.lines = 0;
    this.number();
  }

  /** The line of the cursor. */
  line() {
    let line = 1;
    const { value, selectionStart } = this.area;
    for (let at = value.indexOf("\n"); at >= 0 && at < selectionStart; at = value.indexOf("\n", at + 1)) {
      line += 1;
    }
    return line;
  }

  /** Writes the line numbers, if their number has changed. */
  number() {
    const lines = this.area.value.split("\n").length;
    if (lines === this.lines) return;
    this.lines = lines;
    this.draw();
  }

  draw() {
    const parts = [];
    let plain = "";
    for (let line = 1; line <= this.lines; line += 1) {
      const flag = this.flags.get(line);
      if (!flag) {
        plain += `${line}\n`;
        continue;
      }
      const mark = document.createElement("span");
      mark.className = flag;
      mark.textContent = `${flag === "error" ? "✗" : "▲"} ${line}\n`;
      parts.push(plain, mark);
      plain = "";
    }
    // Room below the last line, as a scroll bar gives it to the text.
    parts.push(`${plain}\n\n`);
    this.gutter.replaceChildren(...parts);
    this.gutter.scrollTop = this.area.scrollTop;
  }

  /** Marks the lines of diagnostics. */
  flag(remarks) {
    const flags = new Map();
    for (const { from, severity } of remarks) {
      if (flags.get(from[0]) !== "error") flags.set(from[0], severity);
    }
    const same = flags.size === this.flags.size && [...flags].every(([line, flag]) => this.flags.get(line) === flag);
    this.flags = flags;
    if (!same) this.draw();
  }

  /** Selects a range, and shows it. */
  select(from, to = from) {
    const { value } = this.area;
    this.area.focus();
    this.area.setSelectionRange(offset(value, from), offset(value, to));
    const height = this.area.scrollHeight / Math.max(1, this.lines);
    this.area.scrollTop = Math.max(0, (from[0] - 6) * height);
  }

  /** Replaces a range as a keystroke does, so that it can be undone. */
  replace({ from, to, text }) {
    this.select(from, to);
    document.execCommand("insertText", false, text);
  }
}
