// Matches the column heads of an imported table with the known columns. Case, spaces and punctuation do not count.
import {
  type ImportColumnName,
  importColumnNames,
  importColumns,
  isRepeatable,
  requiredColumns,
} from "@jara/shared/import-columns";
import type { ChosenColumns } from "@jara/shared/rest/imports";
import { cut } from "./cut.ts";
import { RefusedImport } from "./refused-import.ts";

const HEAD_CHARS = 100;

const bare = (head: string): string =>
  head
    .slice(0, HEAD_CHARS)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const byHead = new Map<string, ImportColumnName>(
  importColumnNames.flatMap((key) =>
    [importColumns[key].name, ...importColumns[key].alike, key].map((head) => [bare(head), key] as const),
  ),
);

/** Heads of columns of which a table has several: `Image 3`, `ImageFile.12`. */
const numberedPicture = /^(?:image|imagefile|imageurl|photo|picture|pic)\d{1,2}$/;

export const columnOf = (head: string): ImportColumnName | undefined => {
  const name = bare(head);
  return byHead.get(name) ?? (numberedPicture.test(name) ? "pictures" : undefined);
};

/** Tables have the same heads if these are equal. */
export const comparableHeads = (heads: readonly string[]): string => JSON.stringify(heads.map(bare));

export interface FoundColumns {
  /** The places of each column in a row; several only for a column that may be repeated. */
  readonly places: ReadonlyMap<ImportColumnName, readonly number[]>;
  /** Heads of columns that are not used. */
  readonly unknown: readonly string[];
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(", ");

/**
 * Takes each column for what was chosen, or for what its head says. Throws if a required column is missing, or if one is
 * there twice.
 */
export const findColumns = (heads: readonly string[], chosen?: ChosenColumns): FoundColumns => {
  if (chosen && chosen.length !== heads.length) {
    throw new RefusedImport("The table is another one than that whose columns were chosen. Choose it again.");
  }
  const places = new Map<ImportColumnName, number[]>();
  const unknown: string[] = [];
  for (const [place, head] of heads.entries()) {
    const key = chosen ? chosen[place] : columnOf(head);
    if (!key) {
      if (head) unknown.push(cut(head, HEAD_CHARS));
      continue;
    }
    const before = places.get(key);
    if (before && !isRepeatable(key)) {
      throw new RefusedImport(`The table has the column ${quoted([importColumns[key].name])} twice.`);
    }
    places.set(key, [...(before ?? []), place]);
  }
  const missing = requiredColumns.filter((key) => !places.has(key)).map((key) => importColumns[key].name);
  if (missing.length > 0) {
    throw new RefusedImport(
      `The table has no column ${quoted(missing)}. One of its first rows must name the columns, as the template does.`,
    );
  }
  return { places, unknown: unknown.slice(0, 100) };
};

/** Returns what each column seems to be by its head. Of two heads for the same column the first one counts. */
export const guessColumns = (heads: readonly string[]): ChosenColumns => {
  const taken = new Set<ImportColumnName>();
  return heads.map((head) => {
    const key = columnOf(head);
    if (!key || (taken.has(key) && !isRepeatable(key))) return null;
    taken.add(key);
    return key;
  });
};
