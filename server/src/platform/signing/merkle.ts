// The hashes of a Merkle tree as RFC 6962 has them. A leaf and a node begin with different bytes, so that neither passes
// for the other.
import { createHash } from "node:crypto";

export const HASH_BYTES = 32;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

export const leafHash = (entry: string | Uint8Array): Buffer =>
  createHash("sha256").update(LEAF).update(entry).digest();

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash("sha256").update(NODE).update(left).update(right).digest();
