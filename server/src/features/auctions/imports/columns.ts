// Matches the column heads of an imported table with the known columns. Case, spaces and punctuation do not count.
import { type ImportColumnName, importColumnNames, importColumns, requiredColumns } from "@jara/shared/import-columns";
import { RefusedImport } from "./refused-import.ts";

const bare = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const byHead = new Map<string, ImportColumnName>(
  importColumnNames.flatMap((key) =>
    [importColumns[key].name, ...importColumns[key].alike, key].map((head) => [bare(head), key] as const),
  ),
);

export const columnOf = (head: string): ImportColumnName | undefined => byHead.get(bare(head));

export interface FoundColumns {
  /** The place of each column in a row. */
  readonly places: ReadonlyMap<ImportColumnName, number>;
  /** Heads that mean nothing here. */
  readonly unknown: readonly string[];
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(", ");

/** Throws if a column is missing or is there twice. */
export const findColumns = (heads: readonly string[]): FoundColumns => {
  const places = new Map<ImportColumnName, number>();
  const unknown: string[] = [];
  for (const [place, head] of heads.entries()) {
    const key = columnOf(head);
    if (!key) {
      if (head) unknown.push(head.slice(0, 100));
    } else if (places.has(key)) {
      throw new RefusedImport(`The table has the column ${quoted([importColumns[key].name])} twice.`);
    } else places.set(key, place);
  }
  const missing = requiredColumns.filter((key) => !places.has(key)).map((key) => importColumns[key].name);
  if (missing.length > 0) {
    throw new RefusedImport(
      `The table has no column ${quoted(missing)}. Its first row must name the columns, as the template does.`,
    );
  }
  return { places, unknown: unknown.slice(0, 100) };
};
