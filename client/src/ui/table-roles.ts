// ARIA roles for tables that are laid out as cards, because some screen readers otherwise no longer treat them as
// tables.
export const asTable = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
