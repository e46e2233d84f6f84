// A house that keeps a public log, in memory, with its real key: publishes checkpoints, tiles, entry bundles and proofs, and
// can be made to lie, as an operator with the database and the key could.
import { concat, toBase64, utf8 } from "../../src/bytes.ts";
import { canonical } from "../../src/canonical-json.ts";
import { checkpointText } from "../../src/checkpoint.ts";
import { publicKeyOf, sign } from "../../src/ed25519.ts";
import { leafHash } from "../../src/hashing.ts";
import { ED25519, type Key, makeKey, signatureLine, toVkey } from "../../src/signed-note.ts";
import { bundlePath, TILE_WIDTH, tilePath, tileWidth } from "../../src/tiles.ts";
import { consistencyOf, pathOf, rootOf } from "./merkle-prover.ts";

export const HOST = "auction.example";
export const seedOf = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

export const signNote = (text: string, name: string, ...seeds: readonly Uint8Array[]): string => {
  const lines = seeds.map((seed) => signatureLine(makeKey(name, ED25519, publicKeyOf(seed)), sign(utf8(text), seed)));
  return `${text}\n${lines.join("")}`;
};

export class HouseLog {
  readonly origin: string;
  seeds: readonly Uint8Array[];
  /** Canonical texts. An operator with the database may do anything to them. */
  entries: string[] = [];

  constructor(number = 1, seeds: readonly Uint8Array[] = [seedOf(1)], host = HOST) {
    this.origin = `${host}/log/${number}`;
    this.seeds = seeds;
  }

  get keys(): Key[] {
    return this.seeds.map((seed) => makeKey(this.origin, ED25519, publicKeyOf(seed)));
  }

  get vkeys(): string[] {
    return this.keys.map(toVkey);
  }

  append(...leaves: readonly object[]): this {
    this.entries.push(...leaves.map(canonical));
    return this;
  }

  /** The hashes of the first `size` entries. */
  hashes(size = this.entries.length): Uint8Array[] {
    return this.entries.slice(0, size).map((entry) => leafHash(utf8(entry)));
  }

  checkpoint(size = this.entries.length): string {
    const tree = { size, root: rootOf(this.hashes(size)) };
    return signNote(checkpointText(this.origin, tree), this.origin, ...this.seeds);
  }

  consistency(older: number, newer = this.entries.length): Uint8Array[] {
    return consistencyOf(older, this.hashes(newer));
  }

  /** The files that the site serves below the log's address, by path. */
  files(size = this.entries.length): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>([["checkpoint", utf8(this.checkpoint(size))]]);
    for (let n = 0; tileWidth(0, n, size) > 0; n++) {
      const width = tileWidth(0, n, size);
      const entries = this.entries.slice(n * TILE_WIDTH, n * TILE_WIDTH + width).map(utf8);
      files.set(bundlePath(n, width), concat(...entries.flatMap((entry) => [lengthOf(entry), entry])));
    }
    let hashes = this.hashes(size);
    for (let level = 0; hashes.length > 0; level++) {
      for (let n = 0; tileWidth(level, n, size) > 0; n++) {
        const width = tileWidth(level, n, size);
        files.set(tilePath(level, n, width), concat(...hashes.slice(n * TILE_WIDTH, n * TILE_WIDTH + width)));
      }
      const above: Uint8Array[] = [];
      for (let at = 0; at + TILE_WIDTH <= hashes.length; at += TILE_WIDTH) {
        above.push(rootOf(hashes.slice(at, at + TILE_WIDTH)));
      }
      hashes = above;
    }
    return files;
  }

  /** As `GET /api/auctions/{id}/proof` answers it. */
  proofOf(auction: string, lot: object | null = null): object {
    const hashes = this.hashes();
    const leaves = this.entries.flatMap((entry, index) => {
      if (JSON.parse(entry).auction !== auction) return [];
      return [{ index, entry, path: pathOf(index, hashes).map(toBase64) }];
    });
    return { auction, origin: this.origin, keys: this.vkeys, checkpoint: this.checkpoint(), leaves, lot };
  }
}

const lengthOf = (entry: Uint8Array): Uint8Array => Uint8Array.of(entry.length >> 8, entry.length & 255);
