// Reads a whole table into rows, and refuses a row that is there twice.
import { setImmediate as breathe } from "node:timers/promises";
import { importColumns } from "@jara/shared/import-columns";
import { findColumns } from "./columns.ts";
import { type CategoryLabels, plainNumber, type ReadRow, readRow } from "./read-row.ts";
import { readTable } from "./read-table.ts";

export interface ReadImport {
  readonly rows: readonly ReadRow[];
  readonly unknownColumns: readonly string[];
}

const ROWS_AT_ONCE = 100;

export const readImport = async (bytes: Uint8Array, categoryLabels: CategoryLabels): Promise<ReadImport> => {
  const { heads, rows } = await readTable(bytes);
  const columns = findColumns(heads);
  const read: ReadRow[] = [];
  const seen = new Map<string, number>();
  /** The row that had this first. */
  const earlier = (what: string, row: number): number | undefined => {
    const found = seen.get(what);
    if (found === undefined) seen.set(what, row);
    return found;
  };
  for (const { row, cells } of rows) {
    if (row % ROWS_AT_ONCE === 0) await breathe();
    const one = readRow(row, cells, columns, heads.length, categoryLabels);
    const twin = {
      // The export of two sales has numbers twice; its rows are told apart by their references.
      lotNumber: one.lotNumber && !one.reference ? earlier(`number ${plainNumber(one.lotNumber)}`, row) : undefined,
      reference: one.reference ? earlier(`reference ${one.reference}`, row) : undefined,
      title: one.lotNumber || one.reference ? undefined : earlier(one.key, row),
    };
    const problems = (["lotNumber", "reference", "title"] as const).flatMap((column) =>
      twin[column] === undefined
        ? []
        : [{ column: importColumns[column].name, message: `Row ${twin[column]} has the same.` }],
    );
    read.push(problems.length === 0 ? one : { ...one, body: null, problems: [...one.problems, ...problems] });
  }
  return { rows: read, unknownColumns: columns.unknown };
};
