// Reads the tiles of a log: the hashes of 256 leaves, or of 256 subtrees. A full tile never changes, so it is kept.
import { and, type Column, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { logLeaves, logSubtrees } from "../../../platform/database/schema/public-log.ts";
import { prepared } from "../../../platform/database/statements.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { HASH_BYTES } from "../../../platform/signing/merkle.ts";
import type { ReadHashes } from "./proofs.ts";
import { TILE_WIDTH } from "./tree.ts";

/** A tile has 8 kB. */
const KEPT = 2_000;
/** Hashes of subtrees, of about 200 bytes each. A lot with 250 entries has some 5,000. */
const SUBTREES_KEPT = 50_000;

const hashesInOrder = (hash: Column, place: Column) =>
  sql<string | null>`encode(string_agg(${hash}, '' order by ${place}), 'hex')`;
/** The condition for the places from `from` up to the one before `until`. */
const isBetween = (place: Column) => and(gte(place, sql.placeholder("from")), lt(place, sql.placeholder("until")));

const hashesOfLeaves = prepared((db) => {
  const { log, index, hash } = logLeaves;
  return db
    .select({ hashes: hashesInOrder(hash, index) })
    .from(logLeaves)
    .where(and(eq(log, sql.placeholder("log")), isBetween(index)))
    .prepare("hashes of leaves");
});

const hashesOfSubtrees = prepared((db) => {
  const { log, level, n, hash } = logSubtrees;
  return db
    .select({ hashes: hashesInOrder(hash, n) })
    .from(logSubtrees)
    .where(and(eq(log, sql.placeholder("log")), eq(level, sql.placeholder("level")), isBetween(n)))
    .prepare("hashes of subtrees");
});

const entriesOfLeaves = prepared((db) => {
  const { log, index, entry } = logLeaves;
  return db
    .select({ entry })
    .from(logLeaves)
    .where(and(eq(log, sql.placeholder("log")), isBetween(index)))
    .orderBy(index)
    .prepare("entries of leaves");
});

export interface Tiles {
  /** The first `width` hashes of a tile, concatenated. The caller makes sure that they are published. */
  hashes(level: number, n: number, width: number): Promise<Buffer>;
  entries(n: number, width: number): Promise<string[]>;
  /** For hashes in the first `size` leaves. It reads the last tiles anew, so that it notices a log that was changed. */
  readOf(size: number): ReadHashes;
  /** The same for many proofs: what one of them read or computed is kept for the others. */
  readForProofs(size: number): ReadHashes;
}

export class LogIncomplete extends Error {
  override readonly name = "LogIncomplete";
}

export const tilesOf = (database: Pick<Database, "db">, log: number): Tiles => {
  const full = createBoundedCache<string, Buffer>(KEPT);
  const hashes = async (level: number, n: number, width: number): Promise<Buffer> => {
    const key = `${level}/${n}`;
    const known = full.get(key);
    if (known) return known.subarray(0, width * HASH_BYTES);
    const from = n * TILE_WIDTH;
    const range = { log, from, until: from + width };
    const [row] =
      level === 0
        ? await hashesOfLeaves(database).execute(range)
        : await hashesOfSubtrees(database).execute({ ...range, level });
    const found = Buffer.from(row?.hashes ?? "", "hex");
    if (found.length !== width * HASH_BYTES) throw new LogIncomplete(`tile ${key} of log ${log} is not complete`);
    if (width === TILE_WIDTH) full.set(key, found);
    return found;
  };
  const readOf = (size: number): ReadHashes => {
    // A proof reads parts of the same last tiles again and again.
    const partial = new Map<number, Promise<Buffer>>();
    const partialTile = (level: number, n: number, width: number): Promise<Buffer> => {
      const reading = partial.get(level) ?? hashes(level, n, width);
      partial.set(level, reading);
      reading.catch(() => partial.delete(level));
      return reading;
    };
    return async (level, from, count) => {
      const n = Math.floor(from / TILE_WIDTH);
      const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - n * TILE_WIDTH);
      const tile = await (width === TILE_WIDTH ? hashes(level, n, width) : partialTile(level, n, width));
      return Array.from({ length: count }, (_, i) => {
        const at = (from - n * TILE_WIDTH + i) * HASH_BYTES;
        return tile.subarray(at, at + HASH_BYTES);
      });
    };
  };
  const known = createBoundedCache<string, Buffer>(SUBTREES_KEPT);
  let last: { readonly size: number; readonly read: ReadHashes } | undefined;
  return {
    hashes,
    entries: async (n, width) => {
      const from = n * TILE_WIDTH;
      const rows = await entriesOfLeaves(database).execute({ log, from, until: from + width });
      if (rows.length !== width) throw new LogIncomplete(`entries ${n} of log ${log} are not complete`);
      return rows.map(({ entry }) => entry);
    },
    readOf,
    readForProofs: (size) => {
      if (last?.size !== size) last = { size, read: Object.assign(readOf(size), { known }) };
      return last.read;
    },
  };
};
