// The hashes of a Merkle tree as RFC 6962 has them. A leaf and a node begin with different bytes, so that neither passes
// for the other.
import { hash } from "node:crypto";

export const HASH_BYTES = 32;

const LEAF = "\0";
/** The byte of a node, and the two hashes below it. A hash is computed at once, so all nodes share it. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES);
node[0] = 1;

/** In one call, because a hash object takes five times as long as a short hash. */
export const sha256 = (data: string | Uint8Array): Buffer => hash("sha256", data, "buffer");

export const leafHash = (entry: string | Uint8Array): Buffer =>
  sha256(typeof entry === "string" ? `${LEAF}${entry}` : Buffer.concat([Buffer.from(LEAF), entry]));

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
};
