// Prepared statements for PGlite. Its own `query` parses and plans on every call, which for the engine's statement
// costs more than executing it. This file uses the extended protocol: Parse once, then Bind, Execute, Sync.
import { performance } from "node:perf_hooks";
import type { PGlite } from "@electric-sql/pglite";

type Cell = string | null;
interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}
interface Prepared {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly until: number;
}

/** Lists with filters have many texts. Beyond this number, the statement that was prepared first makes room. */
const MAX_STATEMENTS = 200;
/**
 * A plan depends on how large the tables were. Without autovacuum nothing invalidates it when they grow, so it is
 * renewed after this time.
 */
const RENEW_AFTER_MS = 60_000;

/**
 * `rows(text, params)` like PGlite's own `query`, and `cells(text, params)` with each row as an array. Parameters and
 * results are in text form; PGlite's parsers read the results.
 */
export const preparedQueries = (pg: PGlite) => {
  const statements = new Map<string, Prepared>();

  const freeNames: string[] = [];
  let namesMade = 0;

  const nameFor = (text: string): string => {
    const name = statements.get(text)?.name ?? freeNames.pop();
    if (name) return name;
    const [oldest] = statements;
    if (!oldest || namesMade < MAX_STATEMENTS) return `s${++namesMade}`;
    statements.delete(oldest[0]);
    return oldest[1].name;
  };

  const prepare = async (text: string): Promise<Prepared> => {
    const name = nameFor(text);
    statements.delete(text);
    const fields: Field[] = [];
    try {
      for (const message of await pg.execProtocolStream(
        Buffer.concat([forget(name), parse(name, text), describe(name), sync]),
      )) {
        if ("fields" in message && message.name === "rowDescription") fields.push(...(message.fields as Field[]));
      }
    } catch (error) {
      freeNames.push(name);
      throw error;
    }
    const prepared = { name, fields, until: performance.now() + RENEW_AFTER_MS };
    statements.set(text, prepared);
    return prepared;
  };

  const run = <R>(
    text: string,
    params: readonly Cell[],
    read: (fields: readonly Field[], cells: readonly Cell[]) => R,
  ): Promise<R[]> =>
    pg.runExclusive(async () => {
      const known = statements.get(text);
      const { name, fields } = known && performance.now() < known.until ? known : await prepare(text);
      const messages = await pg.execProtocolStream(Buffer.concat([bind(name, params), execute, sync]));
      const rows: R[] = [];
      for (const message of messages) {
        if (message.name === "dataRow") rows.push(read(fields, (message as unknown as { fields: Cell[] }).fields));
      }
      return rows;
    });

  const parsed = (cell: Cell | undefined, type: number): unknown => {
    const parser = pg.parsers[type];
    return cell === null || cell === undefined ? null : parser ? parser(cell, type) : cell;
  };

  return {
    rows: <R>(text: string, params: readonly Cell[]): Promise<R[]> =>
      run(
        text,
        params,
        (fields, cells) =>
          Object.fromEntries(fields.map(({ name, dataTypeID }, i) => [name, parsed(cells[i], dataTypeID)])) as R,
      ),
    cells: (text: string, params: readonly Cell[]): Promise<unknown[][]> =>
      run(text, params, (fields, cells) => fields.map(({ dataTypeID }, i) => parsed(cells[i], dataTypeID))),
  };
};

/** A protocol message: a letter, the length of the rest, the rest. */
const message = (letter: string, ...rest: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(
    rest.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...rest]);
};
const cString = (text: string): Buffer => Buffer.from(`${text}\0`);
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const none = int16(0);
const parse = (name: string, text: string): Buffer => message("P", cString(name), cString(text), none);
/** The Close message. It is no error if there is no statement of that name. */
const forget = (name: string): Buffer => message("C", Buffer.from("S"), cString(name));
const describe = (name: string): Buffer => message("D", Buffer.from("S"), cString(name));
const bind = (name: string, params: readonly Cell[]): Buffer => {
  const values = params.flatMap((param) => {
    if (param === null) return [int32(-1)];
    const bytes = Buffer.from(param);
    return [int32(bytes.length), bytes];
  });
  return message("B", cString(""), cString(name), none, int16(params.length), ...values, none);
};
const execute = message("E", cString(""), int32(0));
const sync = message("S");
