// The report as one self-contained page: tables, plots, and the report's data for further analysis.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Report } from "./report.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { titleOf } from "./table.ts";
import { count, ms, rate, share } from "./words.ts";

const beside = (name: string): string => read(fileURLToPath(new URL(name, import.meta.url)));
const require = createRequire(import.meta.url);
const read = (file: string): string => readFileSync(file, "utf8");
const plotsProgram = (): string => read(require.resolve("uplot/dist/uPlot.iife.min.js"));
const plotsStyle = (): string => read(require.resolve("uplot/dist/uPlot.min.css"));

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
/** Escapes characters that could end a script element; in JSON the result means the same. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

export const pageOf = (report: Report): string => {
  const { scenario, startedAt, url, isPassed, latency, commands, deliveries } = report;
  const figures: [string, string][] = [
    ["accepted", rate(commands.acceptedPerSecond)],
    ["bid to answer, p99", ms(latency.answer?.p99)],
    ["bid to watcher, p99", ms(latency.watcher?.p99)],
    ["refused", count(commands.refused)],
    ["outcome unknown", count(commands.unknown)],
    ["watchers at the last version", share(deliveries.complete, deliveries.views)],
    ...(report.storm ? [["all caught up after", ms(report.storm.allAfterMs)] as [string, string]] : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Load test: ${escaped(scenario)}, ${escaped(startedAt)}</title>
<style>${plotsStyle()}</style>
<style>${beside("page.css")}</style>
</head>
<body>
<main>
<header>
<h1>Load test: ${escaped(scenario)}</h1>
<p>${escaped(titleOf(report))}</p>
<p class="soft">${escaped(url)}, started ${escaped(startedAt)}</p>
<p class="verdict ${isPassed ? "good" : "bad"}">${isPassed ? "Passed: every promise and limit was kept" : "Failed: not every promise and limit was kept"}</p>
</header>
<dl class="figures">${figures.map(([what, figure]) => `<div><dt>${escaped(what)}</dt><dd>${escaped(figure)}</dd></div>`).join("")}</dl>
<div class="grid">${plotsOf(report).join("\n")}</div>
<div class="grid">${sectionsOf(report).map(sectionHtml).join("\n")}</div>
</main>
<script type="application/json" id="report">${inScript(report)}</script>
<script>${plotsProgram()}</script>
<script type="module">${beside("page.js")}</script>
</body>
</html>
`;
};

const plotsOf = ({ server, deliveries }: Report): string[] => {
  const plot = (name: string, heading: string): string =>
    `<section><h2>${heading}</h2><div class="plot" data-plot="${name}" role="img" aria-label="${heading}"></div></section>`;
  return [
    plot("rate", "Commands a second"),
    plot("answer", "Bid to answer, each second"),
    ...(deliveries.views > 0
      ? [
          plot("watcher", "Bid to watcher, each second"),
          plot("deliveries", "Deliveries to watchers a second"),
          plot("watchers", "Watchers connected"),
        ]
      : []),
    plot("distribution", "Latencies of the whole run"),
    ...(server && server.memoryBytesMost !== null ? [plot("memory", "The server's memory")] : []),
    plot("cpu", "Processor time"),
  ];
};

const sectionHtml = ({ heading, columns, rows, note }: Section): string => {
  const isNumbers = columns.length > 0;
  const head = isNumbers
    ? `<thead><tr>${columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join("")}</tr></thead>`
    : "";
  const body = rows.map(([what = "", ...cells]) => {
    const indented = what.startsWith(" ") ? ' class="indented"' : "";
    const figures = cells.map((cell) => `<td${toneOf(cell)}>${escaped(cell)}</td>`).join("");
    return `<tr><th scope="row"${indented}>${escaped(what.trim())}</th>${figures}</tr>`;
  });
  const wide = isNumbers || heading.startsWith("Promises") ? ' class="wide"' : "";
  return `<section${wide}><h2>${escaped(heading)}</h2><div class="scroll"><table${isNumbers ? ' class="numbers"' : ""}>${head}<tbody>${body.join("")}</tbody></table></div>${note ? `<p class="soft note">${escaped(note)}</p>` : ""}</section>`;
};

const toneOf = (cell: string): string => {
  if (cell.startsWith("kept: ")) return ' class="good"';
  return /^(BROKEN|NOT KEPT): /.test(cell) ? ' class="bad"' : "";
};
