// Shows how a table was read, so that a person can say which of its columns is which before anything is imported.
import type { ChosenColumns, TablePreview } from "@jara/shared/rest/imports";
import { guessColumns } from "./columns.ts";
import { cut } from "./cut.ts";
import { encodingSamplesOf } from "./decode-table.ts";
import type { Table } from "./read-table.ts";

const SHOWN_ROWS = 3;
const SHOWN_CHARS = 100;

/** `remembered`: the columns that were chosen for an earlier table with the same heads. */
export const previewOf = (table: Table, remembered: ChosenColumns | null): TablePreview => {
  const { heads, headRow, rows, text, sheets, sheet } = table;
  const columns = remembered?.length === heads.length ? remembered : null;
  const guessed = columns ?? guessColumns(heads);
  return {
    encoding: text?.encoding ?? null,
    encodingSamples: text ? encodingSamplesOf(text) : [],
    sheets: [...sheets],
    sheet,
    headRow,
    rows: rows.length,
    columns: heads.map((head, place) => ({
      head: cut(head, SHOWN_CHARS),
      column: guessed[place] ?? null,
      samples: rows.slice(0, SHOWN_ROWS).map(({ cells }) => cut((cells[place] ?? "").trim(), SHOWN_CHARS)),
    })),
    isRemembered: columns !== null,
  };
};
