// The interface of a workbook of any kind: its visible sheets, and the rows of one of them.
import { IMPORT_COLUMNS_MAX } from "@jara/shared/rest/imports";
import { RefusedImport } from "../refused-import.ts";

/** A sheet may have so many cells, empty ones included. */
export const CELLS_MAX = 1_000_000;

export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
}

export interface ReadSheet {
  /** The visible sheets. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** The rows with any text. */
  readonly rows: readonly SheetRow[];
}

/** The sheets that may be read: the one that is asked for, or all. */
export const chooseSheets = <S extends { readonly name: string }>(
  sheets: readonly S[],
  wanted: string | undefined,
): S[] => {
  const chosen = sheets.filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length === 0) throw new RefusedImport("The workbook has no such sheet.");
  return chosen;
};

export const tooManyColumns = () => new RefusedImport(`The sheet has more than ${IMPORT_COLUMNS_MAX} columns.`);
export const tooManyRows = () => new RefusedImport("The sheet has too many rows. Split it into several.");
