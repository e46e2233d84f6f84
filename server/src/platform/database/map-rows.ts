// Maps rows to objects as Drizzle does, with the same result. Drizzle finds out each cell's place and decoder again in
// every row, which takes as long as reading a page of auctions; this mapper finds them out once for a statement.
import { Column, type DriverValueDecoder, getTableName, is, SQL, Subquery } from "drizzle-orm";
import type { PgRemoteSession } from "drizzle-orm/pg-proxy";

/** The columns of a statement's result. */
export type Fields = NonNullable<Parameters<PgRemoteSession<never, never>["prepareQuery"]>[1]>;
type Decoder = DriverValueDecoder<unknown, unknown>;
type Named = Record<string, unknown>;
/** Whether a joined table has a row for each result, by the table's name. */
export type Joins = Readonly<Record<string, boolean>>;

/** Returns the function that maps one row. */
export const mapperOf = (fields: Fields, joins?: Joins) => {
  const cells = fields.map(({ path: [...parents], field }, column) => {
    const name = parents.pop() ?? "";
    return { column, parents, name, decoder: decoderOf(field) };
  });
  const optional = joins ? optionalParts(fields, joins) : [];
  return (row: readonly unknown[]): Named => {
    const mapped: Named = {};
    for (const { column, parents, name, decoder } of cells) {
      const value = row[column];
      let into = mapped;
      for (const parent of parents) {
        into[parent] ??= {};
        into = into[parent] as Named;
      }
      into[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    for (const { name, first } of optional) if (row[first] === null) mapped[name] = null;
    return mapped;
  };
};

/** The decoders are internal to Drizzle's expressions, so the types do not have them. */
const decoderOf = (field: Fields[number]["field"]): Decoder => {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
  return (expression as unknown as { decoder: Decoder }).decoder;
};

/** The parts of a result that are from one table that may have no row, each with its first column. */
const optionalParts = (fields: Fields, joins: Joins): readonly { readonly name: string; readonly first: number }[] => {
  const parts = new Map<string, { readonly name: string; readonly first: number; readonly tables: Set<string> }>();
  for (const [first, { path, field }] of fields.entries()) {
    const [name = ""] = path;
    if (path.length !== 2 || !is(field, Column)) continue;
    const part = parts.get(name) ?? { name, first, tables: new Set() };
    part.tables.add(getTableName(field.table));
    parts.set(name, part);
  }
  return [...parts.values()].filter(({ tables }) => tables.size === 1 && ![...tables].some((table) => joins[table]));
};
