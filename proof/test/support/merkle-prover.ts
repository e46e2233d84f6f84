// Makes roots and proofs straight from the definitions of RFC 6962, section 2.1: slow, recursive, and in no way like the code
// that checks them.
import { emptyRoot, type Hash, nodeHash } from "../../src/hashing.ts";

/** The largest power of two below `n`. */
const split = (n: number): number => {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
};

export const rootOf = (leaves: readonly Hash[]): Hash => {
  const [only] = leaves;
  if (!only) return emptyRoot();
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
};

/** PATH(m, D). */
export const pathOf = (index: number, leaves: readonly Hash[]): Hash[] => {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
};

/** PROOF(m, D). */
export const consistencyOf = (older: number, leaves: readonly Hash[]): Hash[] =>
  older === 0 || older === leaves.length ? [] : subProof(older, leaves, true);

const subProof = (older: number, leaves: readonly Hash[], isWhole: boolean): Hash[] => {
  if (older === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const k = split(leaves.length);
  return older <= k
    ? [...subProof(older, leaves.slice(0, k), isWhole), rootOf(leaves.slice(k))]
    : [...subProof(older - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))];
};
