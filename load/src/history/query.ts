// The type of a query function. Pure.

/** A query function for PostgreSQL or PGlite; parameters are text. */
export type Query = <R extends Record<string, unknown>>(text: string, params?: readonly string[]) => Promise<R[]>;
