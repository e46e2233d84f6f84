// Formats the report as a table for a terminal.
import type { Report } from "./report.ts";
import { type Section, sectionsOf } from "./sections.ts";

export const titleOf = ({ scenario, about, transport, asked, isStoppedEarly }: Report): string =>
  `${scenario}: ${about}, over ${transport === "both" ? "both transports" : transport}. ${asked.bidders.toLocaleString("en")} bidders, ` +
  `${asked.watchers.toLocaleString("en")} watchers, ${asked.rate.toLocaleString("en")}/s for ${asked.time} s, ` +
  `${asked.auctions.toLocaleString("en")} auction${asked.auctions === 1 ? "" : "s"}.${isStoppedEarly ? " Stopped early." : ""}`;

export const tableOf = (report: Report): string =>
  [titleOf(report), ...sectionsOf(report).map(blockOf), report.isPassed ? "Passed." : "Failed."].join("\n\n");

const blockOf = ({ heading, columns, rows, note }: Section): string => {
  const all = columns.length > 0 ? [[...columns], ...rows] : rows;
  const width = (column: number): number => Math.max(...all.map((row) => row[column]?.length ?? 0));
  const lines = all.map((row) =>
    row
      .map((cell, column) => {
        if (column === 0) return cell.padEnd(width(0));
        return columns.length > 0 ? cell.padStart(width(column)) : cell;
      })
      .join("  ")
      .trimEnd(),
  );
  return [heading, ...lines.map((line) => `  ${line}`), ...(note ? [`  ${note}`] : [])].join("\n");
};
