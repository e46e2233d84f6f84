// The hashing of RFC 6962, section 2.1: leaves and nodes have different first bytes, so that neither can be taken for
// the other.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8 } from "./bytes.ts";

export type Hash = Uint8Array;
export const HASH_BYTES = 32;

export const sha256Of = (bytes: Uint8Array | string): Hash => sha256(typeof bytes === "string" ? utf8(bytes) : bytes);

export const leafHash = (entry: Uint8Array): Hash => sha256.create().update(LEAF).update(entry).digest();

export const nodeHash = (left: Hash, right: Hash): Hash => {
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 1;
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
};

/** The root of a tree without leaves. */
export const emptyRoot = (): Hash => sha256(new Uint8Array());

const LEAF = Uint8Array.of(0);
