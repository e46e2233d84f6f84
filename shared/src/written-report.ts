// Writes and reads a condition report as the text of one cell in a table of lots: "Year: 2015; Mileage: 120,000 km;
// Working order: Works".
import {
  type ConditionReport,
  type ReportFieldName,
  reportEntries,
  reportFieldNames,
  reportFieldOf,
} from "./condition-fields.ts";

export const writeReport = (report: ConditionReport): string =>
  reportEntries(report)
    .map(({ label, value }) => `${label}: ${value}`)
    .join("; ");

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const byLabel = new Map<string, ReportFieldName>(
  reportFieldNames.flatMap((name) => [
    [bare(reportFieldOf(name).label), name],
    [bare(name), name],
  ]),
);

/** Reads such a cell. Free text in it is the notes. The other rules of a report are those of its schema. */
export const readReport = (cell: string): { report: ConditionReport } | { fault: string } => {
  const report: { [N in ReportFieldName]?: number | string } = {};
  let last: ReportFieldName | null = null;
  for (const part of cell.split(/[;\n]/)) {
    if (part.trim() === "") continue;
    const [, label = "", text = ""] = /^([^:]*):(.*)$/s.exec(part) ?? [];
    const name = byLabel.get(bare(label));
    if (name) {
      const value = valueIn(name, text.trim());
      if (value === null) return { fault: `“${part.trim().slice(0, 60)}” cannot be read.` };
      if (report[name] !== undefined) return { fault: `“${label.trim().slice(0, 40)}” is there twice.` };
      report[name] = value;
      last = name;
      // A note may have the signs that separate fields and labels.
    } else if (last === "notes") report.notes = `${report.notes};${part}`;
    else if (part.includes(":") || /^[\d\s.,%]+$/.test(part)) return { fault: noField(part) };
    else {
      report.notes = report.notes === undefined ? part.trim() : `${report.notes};${part}`;
      last = "notes";
    }
  }
  return { report };
};

const noField = (part: string): string =>
  `“${part.trim().slice(0, 60)}” is no field. Write for example “Year: 2015; Notes: a small chip”. The fields: ${reportFieldNames
    .map((name) => reportFieldOf(name).label)
    .join(", ")}.`;

const valueIn = (name: ReportFieldName, text: string): number | string | null => {
  const field = reportFieldOf(name);
  if (text === "") return null;
  if (field.kind === "choice") {
    const wanted = bare(text);
    const found = Object.entries(field.choices).find(
      ([code, label]) => bare(code) === wanted || bare(label) === wanted,
    );
    return found?.[0] ?? null;
  }
  if (field.kind !== "whole") return text;
  const unit = field.unit.toLowerCase();
  const typed = text.toLowerCase();
  const digits = (unit && typed.endsWith(unit) ? typed.slice(0, -unit.length) : typed).replace(/[\s,]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};
