// The files of a log as C2SP tlog-tiles lays them out: the paths of tiles and entry bundles, and what is in them.
import { HASH_BYTES, type Hash } from "./hashing.ts";

/** A full tile has so many hashes, and a full entry bundle so many entries. */
export const TILE_WIDTH = 256;

/** `n` in groups of three digits: 1234067 is `x001/x234/067`. */
const groups = (n: number): string => {
  const last = String(n % 1000).padStart(3, "0");
  let path = last;
  for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    path = `x${String(rest % 1000).padStart(3, "0")}/${path}`;
  }
  return path;
};

const partial = (width: number): string => (width === TILE_WIDTH ? "" : `.p/${width}`);

/** Below the log's address. `level`: 0 for the hashes of leaves. */
export const tilePath = (level: number, n: number, width = TILE_WIDTH): string =>
  `tile/${level}/${groups(n)}${partial(width)}`;

export const bundlePath = (n: number, width = TILE_WIDTH): string => `tile/entries/${groups(n)}${partial(width)}`;

/** How many hashes tile `n` of this level has in a tree of this size; 0 if the tree has no such tile. */
export const tileWidth = (level: number, n: number, size: number): number => {
  const ofLevel = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, ofLevel - n * TILE_WIDTH));
};

/** Null if the tile does not hold exactly `width` hashes. */
export const hashesIn = (tile: Uint8Array, width: number): Hash[] | null =>
  tile.length === width * HASH_BYTES
    ? Array.from({ length: width }, (_, index) => tile.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES))
    : null;

/** Null if the bundle does not hold exactly `width` entries. Each entry has its length before it, in two bytes. */
export const entriesIn = (bundle: Uint8Array, width: number): Uint8Array[] | null => {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length && entries.length < width) {
    const [high, low] = [bundle[at], bundle[at + 1]];
    if (high === undefined || low === undefined) return null;
    const end = at + 2 + high * 256 + low;
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return at === bundle.length && entries.length === width ? entries : null;
};
