"use strict";
// Sorts tables by a click on a column's head; the pages can be read without it.
// Numbers and ranks stand in data-value; a second click turns the order round; cells without a
// value stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (head.dataset.sort === "no") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const body = table.tBodies[0];
      const down = head.getAttribute("aria-sort") === "ascending";
      const key = (row) => {
        const cell = row.cells[column];
        const text = cell.dataset.value ?? cell.textContent.trim();
        return { row, text, number: text === "" ? NaN : Number(text) };
      };
      const rows = [...body.rows].map(key);
      rows.sort((a, b) => {
        if ((a.text === "") !== (b.text === "")) return a.text === "" ? 1 : -1;
        const order = Number.isNaN(a.number - b.number)
          ? a.text.localeCompare(b.text, "en", { numeric: true })
          : a.number - b.number;
        return down ? -order : order;
      });
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...rows.map(({ row }) => row));
    });
  });
}
