for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const cell = button.closest("th"), table = button.closest("table"), at = cell.cellIndex;
    const up = cell.getAttribute("aria-sort") === "descending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => { const text = row.cells[at].textContent, number = parseFloat(text); return Number.isNaN(number) ? text : number; };
    const rows = [...table.tBodies[0].rows].sort((a, b) => { const x = key(a), y = key(b); return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1); });
    table.tBodies[0].append(...rows);
  });
}
