// The board: the drawing that the program sends, with a cursor.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export class Board {
  /** `played` is called with the vertex that is clicked or entered, `moved` when the cursor moves. */
  constructor(element, { played, moved }) {
    this.element = element;
    this.moved = moved;
    this.rows = [];
    this.at = null;
    this.points = {};
    element.addEventListener("click", (event) => {
      const place = this.place(event);
      if (!place) return;
      this.at = place;
      this.draw();
      played(this.vertex());
    });
    element.addEventListener("keydown", (event) => {
      const [row, col] = this.at ?? [0, 0];
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const step = steps[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (step) {
        const last = this.rows.length - 1;
        const far = event.shiftKey ? 3 : 1;
        const kept = (value) => Math.min(last, Math.max(0, value));
        this.at = this.at ? [kept(row + far * step[0]), kept(col + far * step[1])] : this.middle();
        this.draw();
        moved();
      } else if (event.key === "Enter" || event.key === " ") {
        if (this.at) played(this.vertex());
      } else {
        return;
      }
      event.preventDefault();
    });
    element.addEventListener("focus", () => {
      if (!this.at && this.rows.length > 0) this.at = this.middle();
      this.draw();
      moved();
    });
  }

  middle() {
    const half = Math.floor(this.rows.length / 2);
    return [half, half];
  }

  setPosition(rows) {
    const isOther = rows.length !== this.rows.length;
    this.rows = rows;
    if (isOther && this.at) this.at = this.middle();
  }

  /** Shows a drawing; `points` says in words what the points show. */
  show(svg, points) {
    this.points = points;
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const drawing = document.importNode(parsed, true);
    // The cursor and its announcement speak for the board.
    drawing.setAttribute("aria-hidden", "true");
    this.element.replaceChildren(drawing);
    this.draw();
  }

  /** The first and the last line, and the distance of lines, in units of the drawing. */
  grid() {
    const frame = this.element.querySelector('svg > rect[fill="none"]');
    const [left, width] = ["x", "width"].map((name) => Number(frame.getAttribute(name)));
    return { left, step: width / (this.rows.length - 1) };
  }

  /** Row and column under the pointer. */
  place(event) {
    const svg = this.element.querySelector("svg");
    if (!svg) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const { left, step } = this.grid();
    const place = [at.y, at.x].map((value) => Math.round((value - left) / step));
    return place.every((value) => value >= 0 && value < this.rows.length) ? place : null;
  }

  draw() {
    const svg = this.element.querySelector("svg");
    if (!svg) return;
    svg.querySelector(".cursor")?.remove();
    if (!this.at) return;
    const { left, step } = this.grid();
    const [y, x] = this.at.map((value) => left + (value - 0.5) * step);
    const cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x, y, width: step, height: step, class: "cursor" })) {
      cursor.setAttribute(name, value);
    }
    svg.append(cursor);
  }

  vertex() {
    if (!this.at) return null;
    const [row, col] = this.at;
    return `${LETTERS[col]}${this.rows.length - row}`;
  }

  /** What is at the cursor, in words. */
  words() {
    const vertex = this.vertex();
    if (!vertex) return "";
    const [row, col] = this.at;
    const stone = { X: "Black", O: "White" }[this.rows[row][col]] ?? "empty";
    return [`${vertex}, ${stone}`, ...(this.points[vertex] ?? [])].join("\n");
  }
}
