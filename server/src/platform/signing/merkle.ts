// The hashes of a Merkle tree as defined in RFC 6962. A leaf and a node begin with different bytes, so that neither can
// be taken for the other.
import { hash } from "node:crypto";

export const HASH_BYTES = 32;

/** `hash` rather than `createHash`, because it takes two thirds of the time. */
export const sha256 = (data: string | Uint8Array): Buffer => hash("sha256", data, "buffer");

const LEAF = Buffer.of(0);

export const leafHash = (entry: string | Uint8Array): Buffer =>
  sha256(typeof entry === "string" ? `\0${entry}` : Buffer.concat([LEAF, entry]));

/** Reused, because hashing ends before anything else runs. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
};
