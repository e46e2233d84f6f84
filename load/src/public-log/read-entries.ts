// Reads the entries of a log in order, and reads some bundles ahead, because bundles are small files and reading one at
// a time would mostly wait.
import { concat, isEqual } from "@jara/proof/bytes";
import { leafHash } from "@jara/proof/hashing";
import { bundlePath, entriesIn, TILE_WIDTH, tilePath, tileWidth } from "@jara/proof/tiles";
import { type Source, Unread } from "./source.ts";

/** How many files are asked for at once. */
const AHEAD = 16;

export interface Bundle {
  /** The index of the first entry. */
  readonly start: number;
  readonly entries: readonly Uint8Array[];
  /** Null, or what is wrong with the hashes that the site serves for these entries. */
  readonly wrongTile: string | null;
}

/** `size`: what the checkpoint covers. `hasTiles`: also compares the hashes that other tools read. */
export async function* readBundles(
  source: Source,
  logPath: string,
  size: number,
  hasTiles: boolean,
): AsyncGenerator<Bundle> {
  const count = Math.ceil(size / TILE_WIDTH);
  const reading = new Map<number, Promise<Bundle>>();
  for (let n = 0; n < count; n++) {
    for (let next = n; next < Math.min(count, n + AHEAD); next++) {
      if (reading.has(next)) continue;
      const bundle = readBundle(source, logPath, next, tileWidth(0, next, size), hasTiles);
      // A failed read is thrown when its turn comes.
      bundle.catch(() => {});
      reading.set(next, bundle);
    }
    const bundle = await reading.get(n);
    reading.delete(n);
    if (bundle) yield bundle;
  }
}

const readBundle = async (
  source: Source,
  logPath: string,
  n: number,
  width: number,
  hasTiles: boolean,
): Promise<Bundle> => {
  const where = `${logPath}/${bundlePath(n, width)}`;
  const bytes = await source.read(where);
  const entries = entriesIn(bytes, width);
  if (!entries) throw new Unread(`${where} does not hold ${width} entries.`);
  const start = n * TILE_WIDTH;
  if (!hasTiles) return { start, entries, wrongTile: null };
  const tile = await source.read(`${logPath}/${tilePath(0, n, width)}`);
  const isSame = isEqual(tile, concat(...entries.map(leafHash)));
  const wrongTile = isSame ? null : `The hashes that the site serves for the entries from ${start} on are not theirs.`;
  return { start, entries, wrongTile };
};
