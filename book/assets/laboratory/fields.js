// Fields with a label and a place for complaints, and the table of the curve's numbers.

import { html } from "./axis.js";
import { HANDLES, number } from "./state.js";

let made = 0;

/** Put a label over a control; `complain(text)` says beside it what is wrong. */
export function field(text, control) {
  control.id = `lab-${++made}`;
  const trouble = html("span", { className: "lab-trouble", role: "alert", id: `${control.id}-trouble` });
  control.setAttribute("aria-describedby", trouble.id);
  const box = html("div", { className: "lab-field" }, html("label", { for: control.id }, text), control, trouble);
  const complain = (wrong) => {
    trouble.textContent = wrong;
    control.setAttribute("aria-invalid", wrong ? "true" : "false");
  };
  return { box, complain };
}

/** A table with two numbers for every point of the curve. */
export function numbers_table(change) {
  const body = html("tbody");
  const trouble = html("p", { className: "lab-trouble", role: "alert" });
  const head = html("tr", {}, html("th", { scope: "col" }, "point"), html("th", { scope: "col" }, "round"), html("th", { scope: "col" }, "σ"));
  const box = html("div", {}, html("table", {}, html("thead", {}, head), body), trouble);
  let rows = [];
  const read = () => change(rows.map((pair) => pair.map((input) => number(input.value))));
  const show = (points) => {
    trouble.textContent = "";
    if (rows.length !== points.length) {
      rows = points.slice(0, HANDLES).map(() => [0, 1].map((column) => html("input", { type: "number", min: column ? 0 : 1, step: column ? 0.01 : 1, onchange: read })));
      if (points.length > HANDLES) rows = [];
      body.replaceChildren(
        ...rows.map((pair, n) => {
          pair[0].setAttribute("aria-label", `round of point ${n + 1}`);
          pair[1].setAttribute("aria-label", `σ of point ${n + 1}`);
          return html("tr", {}, html("th", { scope: "row" }, String(n + 1)), ...pair.map((input) => html("td", {}, input)));
        }),
      );
      if (points.length > HANDLES) body.append(html("tr", {}, html("td", { colSpan: 3 }, `${points.length} points from a list: choose a schedule from the zoo to draw again.`)));
    }
    rows.forEach((pair, n) => pair.forEach((input, column) => (input.value = points[n][column])));
  };
  return { box, show, complain: (text) => (trouble.textContent = text) };
}
