// The addresses of tiles, as C2SP tlog-tiles writes them: `<level>/<n>` for hashes and `entries/<n>` for entries, with n in
// groups of three digits (`x001/x234/067`), and `.p/<width>` after it for a tile that is not full.
import { TILE_WIDTH } from "./tree.ts";

export interface TileAddress {
  /** Null: the entries. */
  readonly level: number | null;
  readonly n: number;
  readonly width: number;
}

const LEVEL_MAX = 63;
const address = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Null if it is none. Each tile has one address. */
export const tileAddress = (path: string): TileAddress | null => {
  const [, of = "", digits = "", part] = address.exec(path) ?? [];
  if (digits === "" || digits.startsWith("x000/")) return null;
  if (of !== "entries" && String(Number(of)) !== of) return null;
  if (part !== undefined && (part.startsWith("0") || Number(part) >= TILE_WIDTH)) return null;
  const level = of === "entries" ? null : Number(of);
  if (level !== null && level > LEVEL_MAX) return null;
  return { level, n: Number(digits.replaceAll(/[x/]/g, "")), width: part === undefined ? TILE_WIDTH : Number(part) };
};

/** True if the first `size` leaves fill the tile. */
export const isCovered = ({ level, n, width }: TileAddress, size: number): boolean =>
  n * TILE_WIDTH + width <= Math.floor(size / TILE_WIDTH ** (level ?? 0));
