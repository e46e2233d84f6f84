// Checks bid receipts: the house's signatures for accepted commands. One signature covers a tree of 1,024 places, and
// the receipt's statement is at one of them. So a receipt reveals nothing about other receipts.
import { fromBase64, utf8 } from "./bytes.ts";
import { isSignedBy, parseCheckpoint } from "./checkpoint.ts";
import { HASH_BYTES, leafHash } from "./hashing.ts";
import { isIncluded } from "./merkle-proofs.ts";
import { parseStatement, type Statement } from "./receipt-statement.ts";
import { isText, isWhole, wrongIn } from "./shape.ts";
import { type Key, makeKey } from "./signed-note.ts";

/** A receipt as the house sends it and as a proof file stores it. */
export interface BidReceipt {
  readonly statement: string;
  readonly index: number;
  /** Base64 of the path's hashes, one after the other. */
  readonly path: string;
  readonly note: string;
}

const PLACES = 1024;
const ORIGIN_END = "/bid-receipts";

/**
 * Returns the receipt's statement if the house signed it with one of these keys; otherwise why the receipt proves
 * nothing.
 */
export const checkReceipt = (value: unknown, keys: readonly Key[]): Statement | string => {
  if (!isReceipt(value)) return "This is no bid receipt, or it is damaged.";
  const { statement, index, path, note } = value;
  const checkpoint = parseCheckpoint(note);
  const hashes = hashesOf(path);
  if (!checkpoint || !hashes) return "The receipt is damaged.";
  if (!checkpoint.origin.endsWith(ORIGIN_END))
    return `The receipt was signed for something else: ${checkpoint.origin}.`;
  if (!isSignedBy(checkpoint, keys)) return "The receipt does not carry the house's signature.";
  const isPlaced = checkpoint.size === PLACES && isIncluded(leafHash(utf8(statement)), index, checkpoint, hashes);
  return isPlaced ? parseStatement(statement) : "What the receipt states is not what the house signed: it was changed.";
};

/** The house signs logs and receipts with one key, under two names. Empty for a key that signs no log. */
export const forReceipts = ({ name, type, publicKey }: Key): Key[] => {
  const [, host] = /^(.+)\/log\/\d+$/.exec(name) ?? [];
  return host === undefined ? [] : [makeKey(`${host}${ORIGIN_END}`, type, publicKey)];
};

/** "auction.example" of "auction.example/bid-receipts"; null if the receipt's note is damaged. */
export const hostOfReceipt = ({ note }: BidReceipt): string | null =>
  parseCheckpoint(note)?.origin.slice(0, -ORIGIN_END.length) ?? null;

export const isReceipt = (value: unknown): value is BidReceipt =>
  typeof value === "object" &&
  value !== null &&
  wrongIn(value, { statement: isText, index: isWhole, path: isText, note: isText }) === null;

const hashesOf = (path: string): Uint8Array[] | null => {
  const bytes = fromBase64(path);
  if (!bytes || bytes.length % HASH_BYTES !== 0) return null;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
};
