"use strict";
// Each heading becomes a button that sorts its table: up, down, and back to the order of the report.
(() => {
  const status = document.getElementById("sorted");
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    const text = (cell.dataset.value ?? cell.textContent).trim();
    const number = text === "" ? NaN : Number(text);
    return { text, number, missing: text === "" || text === "-" };
  };
  // Numbers come before texts; cells of nothing are last in either order.
  const compare = (a, b) => {
    const numbers = Number(Number.isNaN(a.number)) - Number(Number.isNaN(b.number));
    if (numbers !== 0) return numbers;
    if (!Number.isNaN(a.number)) return a.number - b.number;
    return a.text.localeCompare(b.text, "en", { numeric: true });
  };
  const next = { none: "ascending", ascending: "descending", descending: "none" };

  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    const sort = (head, column) => {
      const order = next[head.getAttribute("aria-sort") ?? "none"];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (order !== "none") head.setAttribute("aria-sort", order);
      const sign = order === "descending" ? -1 : 1;
      const rows = original.map((row) => ({ row, key: keyOf(row, column) }));
      if (order !== "none")
        rows.sort((a, b) => Number(a.key.missing) - Number(b.key.missing) || sign * compare(a.key, b.key));
      body.append(...rows.map((entry) => entry.row));
      const label = head.querySelector("button").textContent;
      status.textContent = order === "none" ? "Order of the report" : `Sorted by ${label}, ${order}`;
    };
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      const label = head.querySelector(".label");
      label.replaceWith(button);
      button.append(label);
      button.addEventListener("click", () => sort(head, column));
    });
  }
  for (const hint of document.querySelectorAll(".hint")) hint.hidden = false;

  // On paper everything is open.
  const closed = new Set();
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) {
      closed.add(details);
      details.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
    closed.clear();
  });
})();
