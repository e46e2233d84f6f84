// Reads the tiles of a log: the hashes of 256 leaves, or of 256 subtrees. A full tile never changes, so it is kept.
import type { Database } from "../../../platform/database/database.ts";
import { logLeaves, logSubtrees } from "../../../platform/database/schema/public-log.ts";
import { namesOf } from "../../../platform/database/statement-text.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { HASH_BYTES } from "../../../platform/signing/merkle.ts";
import type { ReadHashes } from "./proofs.ts";
import { TILE_WIDTH } from "./tree.ts";

/** A tile has 8 kB. */
const KEPT = 2_000;

const leaf = namesOf(logLeaves);
const subtree = namesOf(logSubtrees);

const hashesOfLeaves = `select encode(string_agg(${leaf.hash}, '' order by ${leaf.index}), 'hex') as hashes
  from ${leaf.table} where ${leaf.log} = $1::text::int
    and ${leaf.index} >= $2::text::bigint and ${leaf.index} < $3::text::bigint`;
const hashesOfSubtrees = `select encode(string_agg(${subtree.hash}, '' order by ${subtree.n}), 'hex') as hashes
  from ${subtree.table} where ${subtree.log} = $1::text::int and ${subtree.level} = $4::text::int
    and ${subtree.n} >= $2::text::bigint and ${subtree.n} < $3::text::bigint`;
const entriesOfLeaves = `select ${leaf.entry} as entry from ${leaf.table} where ${leaf.log} = $1::text::int
    and ${leaf.index} >= $2::text::bigint and ${leaf.index} < $3::text::bigint order by ${leaf.index}`;

export interface Tiles {
  /** The first `width` hashes of a tile, concatenated. The caller makes sure that they are published. */
  hashes(level: number, n: number, width: number): Promise<Buffer>;
  entries(n: number, width: number): Promise<string[]>;
  /** For proofs in the first `size` leaves. */
  readOf(size: number): ReadHashes;
}

export class LogIncomplete extends Error {
  override readonly name = "LogIncomplete";
}

export const tilesOf = ({ query }: Pick<Database, "query">, log: number): Tiles => {
  const full = createBoundedCache<string, Buffer>(KEPT);
  const hashes = async (level: number, n: number, width: number): Promise<Buffer> => {
    const key = `${level}/${n}`;
    const known = full.get(key);
    if (known) return known.subarray(0, width * HASH_BYTES);
    const from = n * TILE_WIDTH;
    const range = [log, from, from + width];
    const [row] =
      level === 0
        ? await query<{ hashes: string | null }>(hashesOfLeaves, range)
        : await query<{ hashes: string | null }>(hashesOfSubtrees, [...range, level]);
    const found = Buffer.from(row?.hashes ?? "", "hex");
    if (found.length !== width * HASH_BYTES) throw new LogIncomplete(`tile ${key} of log ${log} is not complete`);
    if (width === TILE_WIDTH) full.set(key, found);
    return found;
  };
  return {
    hashes,
    entries: async (n, width) => {
      const from = n * TILE_WIDTH;
      const rows = await query<{ entry: string }>(entriesOfLeaves, [log, from, from + width]);
      if (rows.length !== width) throw new LogIncomplete(`entries ${n} of log ${log} are not complete`);
      return rows.map(({ entry }) => entry);
    },
    readOf: (size) => {
      // A proof reads parts of the same last tiles again and again.
      const partial = new Map<string, Promise<Buffer>>();
      return async (level, from, count) => {
        const n = Math.floor(from / TILE_WIDTH);
        const key = `${level}/${n}`;
        const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - n * TILE_WIDTH);
        const read = partial.get(key) ?? hashes(level, n, width);
        partial.set(key, read);
        const tile = await read;
        return Array.from({ length: count }, (_, i) => {
          const at = (from - n * TILE_WIDTH + i) * HASH_BYTES;
          return tile.subarray(at, at + HASH_BYTES);
        });
      };
    },
  };
};
