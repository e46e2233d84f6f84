// The keys that sign the public log and the bid receipts. A key is the seed of an Ed25519 key: 32 random bytes, written
// in hexadecimal or in base64url.
import { randomBytes } from "node:crypto";

const SEED_BYTES = 32;

export interface LogKeys {
  /** Names the logs and the bid receipts: the host of the site when it began, with its port. */
  readonly host: string;
  /** The first one signs for good. A second one signs beside it while the key is being replaced. */
  readonly seeds: readonly [Uint8Array, ...Uint8Array[]];
}

export const newLogKey = (): string => randomBytes(SEED_BYTES).toString("base64url");

/** Null if the text is not a key. */
export const logSeedOf = (text: string): Uint8Array | null => {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  return /^[\w-]{43}$/.test(text) ? Buffer.from(text, "base64url") : null;
};
