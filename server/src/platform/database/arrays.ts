// Sends rows as one array parameter a column; `unnest` turns them back into rows. Every parameter is text and is cast
// in the statement, which works with both drivers. The formats were chosen by measurement
// (docs/decisions/0003-one-statement.md), because parsing parameters is a good part of what a batch costs the
// database.
import { type SQL, sql } from "drizzle-orm";
import type { Param } from "./database.ts";

type Cell = string | number | boolean | null;

/** A PostgreSQL array literal. */
export const arrayLiteral = (cells: readonly (Cell | undefined)[]): string => {
  const elements: (string | number | boolean)[] = [];
  for (const cell of cells) {
    if (cell === null || cell === undefined) elements.push("NULL");
    else elements.push(typeof cell === "string" ? `"${escaped(cell)}"` : cell);
  }
  return `{${elements.join(",")}}`;
};

const escaped = (text: string): string => (/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text);

/** ASCII's unit separator. JSON escapes it, and none of our other texts contain it. */
const SEPARATOR = "\x1f";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what would part a token in two, and what PostgreSQL cannot store
const CONTROLS = /[\0\x1f]/g;

/** Checks all tokens as one text, because hardly any batch has a token with a control character. */
const withoutControls = (tokens: readonly (Cell | undefined)[]): readonly (Cell | undefined)[] => {
  if (tokens.join("").search(CONTROLS) === -1) return tokens;
  return tokens.map((token) => (typeof token === "string" ? token.replace(CONTROLS, "\ufffd") : token));
};

/**
 * `token`, `json` and `json text` are the fastest formats (`string_to_array` takes a quarter of the time of an array
 * literal). They must not be empty, because an empty one arrives as null. In a token, the control characters U+0000 and
 * U+001F become U+FFFD. `text` is any text. `ms` is epoch milliseconds, which arrive as timestamptz.
 */
type ColumnType = "uuid" | "int" | "bigint" | "boolean" | "text" | "token" | "json" | "json text" | "ms";
type Cells<C> = { readonly [K in keyof C]: Cell };

/** A set of rows as a table expression. */
export class RowSet<C extends Record<string, ColumnType>> {
  readonly #columns: readonly [name: keyof C & string, type: ColumnType][];

  constructor(columns: C) {
    this.#columns = Object.entries(columns);
  }

  /**
   * `(select … from (select unnest(…), unnest(…), …) t)` with parameters numbered from `first`. In a select list
   * PostgreSQL unnests the arrays side by side. With `from unnest(…, …)` it would first materialize each of them.
   */
  sql(first: number): string {
    const cells = this.#columns.map(([name, type], i) => `unnest(${arrayOf(type, `$${first + i}::text`)}) as ${name}`);
    const picks = this.#columns.map(([name, type]) => pick(name, type));
    return `(select ${picks.join(", ")} from (select ${cells.join(", ")}) t)`;
  }

  /** The same table expression with its rows, for Drizzle. */
  table(rows: readonly Cells<C>[]): SQL {
    const params = this.params(rows);
    const texts = this.sql(0).split(/\$\d+/);
    return sql.join(texts.map((text, i) => (i < params.length ? sql`${sql.raw(text)}${params[i]}` : sql.raw(text))));
  }

  get width(): number {
    return this.#columns.length;
  }

  params(rows: readonly Cells<C>[]): Param[] {
    return this.#columns.map(([name, type]) => {
      if (isNumeric(type)) return `{${rows.map((row) => row[name] ?? "NULL").join(",")}}`;
      const cells = rows.map((row) => row[name]);
      if (!isSeparated(type)) return arrayLiteral(cells);
      return (type === "token" ? withoutControls(cells) : cells).join(SEPARATOR);
    });
  }
}

/** Types whose cells need no quoting. */
const isNumeric = (type: ColumnType): boolean => type === "int" || type === "bigint" || type === "ms";

const isSeparated = (type: ColumnType): boolean => type === "token" || type === "json" || type === "json text";

const arrayOf = (type: ColumnType, parameter: string): string => {
  if (isSeparated(type)) return `string_to_array(${parameter}, E'\\x1f', '')`;
  return `${parameter}::${type === "ms" ? "bigint" : type}[]`;
};

/** This sum is exact, while to_timestamp(double) would round. */
const pick = (name: string, type: ColumnType): string => {
  if (type === "json") return `${name}::json`;
  return type === "ms" ? `'epoch'::timestamptz + ${name} * interval '1 millisecond' as ${name}` : name;
};
