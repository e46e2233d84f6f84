// The type of a query function with which the checker reads a database, and helpers for its SQL. Pure.

/** A query function for PostgreSQL; parameters are text. */
export type Query = <R extends Record<string, unknown>>(text: string, params?: readonly string[]) => Promise<R[]>;

/** A time as epoch milliseconds. */
export const ms = (column: string, as: string): string => `(extract(epoch from ${column}) * 1000)::float8 as "${as}"`;

/** True for the ids of a parameter, which are one text with commas. */
export const ofIds = (column: string, parameter: 1 | 2 = 1): string =>
  `${column} in (select unnest(string_to_array($${parameter}::text, ',')::uuid[]))`;
