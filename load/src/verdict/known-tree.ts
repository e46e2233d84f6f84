// The tree of the entries up to the last verdict, from the hashes that the database has. A hash counts only after it
// has led to the root that the verdict signed, so the check need not read the entries themselves.
import { fromHex, isEqual } from "@jara/proof/bytes";
import { GrowingTree } from "@jara/proof/growing-tree";
import { type Hash, nodeHash } from "@jara/proof/hashing";
import type { Tree } from "@jara/proof/merkle-proofs";
import { hashesIn, TILE_WIDTH } from "@jara/proof/tiles";
import type { Query } from "../history/query.ts";

/**
 * The number of full tiles of the lowest level that are kept, of 8 kB each. Those above are a 256th of them, and all
 * are kept.
 */
const KEPT = 512;

export class KnownTree {
  readonly size: number;
  readonly #query: Query;
  readonly #log: number;
  /** The hashes of each level to the right of its last full tile, the lowest level first. */
  readonly #edges: readonly (readonly Hash[])[];
  readonly #tiles = new Map<string, readonly Hash[]>();

  private constructor(query: Query, log: number, size: number, edges: readonly (readonly Hash[])[]) {
    this.size = size;
    this.#query = query;
    this.#log = log;
    this.#edges = edges;
  }

  /** Null if the stored hashes do not give the root. */
  static async open(query: Query, log: number, { size, root }: Tree): Promise<KnownTree | null> {
    const edges: Hash[][] = [];
    for (let ofLevel = size; ofLevel > 0; ofLevel = Math.floor(ofLevel / TILE_WIDTH)) {
      const width = ofLevel % TILE_WIDTH;
      const edge = await readHashes(query, log, edges.length, ofLevel - width, width);
      if (!edge) return null;
      edges.push(edge);
    }
    const known = new KnownTree(query, log, size, edges);
    return isEqual(known.grow().root(), root) ? known : null;
  }

  /** A tree that goes on from here. */
  grow(): GrowingTree {
    return GrowingTree.from(this.size, this.#edges.toReversed().flatMap(peaksOf));
  }

  /** The hash of an entry; null if the stored hashes around it do not lead to the root. */
  leaf(index: number): Promise<Hash | null> {
    return this.#hash(0, index);
  }

  async #hash(level: number, n: number): Promise<Hash | null> {
    const tile = Math.floor(n / TILE_WIDTH);
    const isEdge = tile === Math.floor(this.size / TILE_WIDTH ** level / TILE_WIDTH);
    const hashes = isEdge ? this.#edges[level] : await this.#full(level, tile);
    return hashes?.[n % TILE_WIDTH] ?? null;
  }

  async #full(level: number, tile: number): Promise<readonly Hash[] | null> {
    const key = `${level}/${tile}`;
    const kept = this.#tiles.get(key);
    if (kept) return kept;
    const above = await this.#hash(level + 1, tile);
    const hashes = await readHashes(this.#query, this.#log, level, tile * TILE_WIDTH, TILE_WIDTH);
    if (!above || !hashes || !isEqual(foldOf(hashes), above)) return null;
    const [oldest] = this.#tiles.size >= KEPT ? [...this.#tiles.keys()].filter((one) => one.startsWith("0/")) : [];
    if (oldest !== undefined) this.#tiles.delete(oldest);
    this.#tiles.set(key, hashes);
    return hashes;
  }
}

/** Null if some are missing. */
const readHashes = async (
  query: Query,
  log: number,
  level: number,
  from: number,
  width: number,
): Promise<Hash[] | null> => {
  if (width === 0) return [];
  const range = [String(log), String(from), String(from + width)];
  const rows =
    level === 0
      ? await query<{ hashes: string | null }>(
          `select encode(string_agg(hash, '' order by index), 'hex') as hashes from log_leaves
             where log = $1::text::int and index >= $2::text::bigint and index < $3::text::bigint`,
          range,
        )
      : await query<{ hashes: string | null }>(
          `select encode(string_agg(hash, '' order by n), 'hex') as hashes from log_subtrees
             where log = $1::text::int and level = $4::text::int and n >= $2::text::bigint and n < $3::text::bigint`,
          [...range, String(level)],
        );
  return hashesIn(fromHex(rows[0]?.hashes ?? "") ?? new Uint8Array(), width);
};

/** The hash above so many hashes; their number is a power of two. */
const foldOf = (hashes: readonly Hash[]): Hash => {
  let row = hashes;
  while (row.length > 1) row = Array.from({ length: row.length / 2 }, (_, n) => pairOf(row, n));
  return row[0] ?? new Uint8Array();
};

const pairOf = (row: readonly Hash[], n: number): Hash => {
  const [left, right] = [row[2 * n], row[2 * n + 1]];
  if (!left || !right) throw new Error("hashes without a pair");
  return nodeHash(left, right);
};

/** The hashes above a partial tile, the largest first: one for each binary digit of its width. */
const peaksOf = (hashes: readonly Hash[]): Hash[] => {
  const peaks: Hash[] = [];
  let at = 0;
  for (let count = TILE_WIDTH / 2; count >= 1; count /= 2) {
    if ((hashes.length & count) === 0) continue;
    peaks.push(foldOf(hashes.slice(at, at + count)));
    at += count;
  }
  return peaks;
};
