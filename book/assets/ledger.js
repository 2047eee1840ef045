// The filter of the ledger. Without this script every row is shown and no control is.
for (const form of document.querySelectorAll(".ledger-filter")) {
  const rows = [...document.querySelectorAll(".ledger-row")];
  const show = () => {
    const { status, page } = form.elements;
    for (const row of rows) {
      row.hidden =
        (status.value && !row.classList.contains(`ledger-is-${status.value}`)) ||
        (page.value && !row.classList.contains(`ledger-in-${page.value}`));
    }
    const left = rows.filter((row) => !row.hidden).length;
    form.querySelector("output").textContent = `${left} of ${rows.length} rows`;
  };
  // A link to a row that the filter has hidden shows all rows again.
  const follow = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const row = target && (target.closest(".ledger-row") || target.querySelector(".ledger-row"));
    if (row && row.hidden) {
      form.reset();
      show();
      row.scrollIntoView();
    }
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  addEventListener("pageshow", show); // a browser that goes back fills in what was chosen
  form.hidden = false;
  show();
}
