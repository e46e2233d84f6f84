// Rows as one array parameter a column: `unnest` turns them back into rows. Text in, cast in the statement, which
// both drivers take alike.
import type { Param } from "./database.ts";

type Cell = string | number | boolean | null;

/** A PostgreSQL array literal. */
export const arrayLiteral = (cells: readonly Cell[]): string => {
  let literal = "{";
  for (let i = 0; i < cells.length; i++) {
    if (i > 0) literal += ",";
    const cell = cells[i];
    if (cell === null || cell === undefined) literal += "NULL";
    else if (typeof cell === "string") literal += `"${cell.replace(/["\\]/g, "\\$&")}"`;
    else literal += String(cell);
  }
  return `${literal}}`;
};

type ColumnTypes = Record<string, "uuid" | "int" | "bigint" | "text" | "boolean" | "jsonb" | "ms">;

/**
 * A set of rows as a table expression. Column type `ms` is epoch milliseconds, arriving as timestamptz; an exact
 * conversion, where to_timestamp(double) would round.
 */
export class RowSet<C extends ColumnTypes> {
  readonly #columns: C;

  constructor(columns: C) {
    this.#columns = columns;
  }

  /** `(select … from unnest($1::text::uuid[], …) as t(a, …))` with parameters numbered from `first`. */
  sql(first: number): string {
    const names = Object.keys(this.#columns);
    const casts = names.map((name, i) => `$${first + i}::text::${this.#sqlType(name)}[]`);
    const picks = names.map((name) =>
      this.#columns[name] === "ms" ? `'epoch'::timestamptz + ${name} * interval '1 millisecond' as ${name}` : name,
    );
    return `(select ${picks.join(", ")} from unnest(${casts.join(", ")}) as t(${names.join(", ")}))`;
  }

  get width(): number {
    return Object.keys(this.#columns).length;
  }

  params(rows: readonly { [K in keyof C]: Cell }[]): Param[] {
    return Object.keys(this.#columns).map((name) => arrayLiteral(rows.map((row) => row[name as keyof C])));
  }

  #sqlType(name: string): string {
    const type = this.#columns[name];
    return type === "ms" ? "bigint" : String(type);
  }
}
