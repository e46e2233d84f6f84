// Computes roots and proofs of the public log as an outsider does, without the server's code: by the definitions of RFC
// 6962 and RFC 9162. Also verifies signatures by C2SP signed-note.
import { createHash, createPublicKey, verify } from "node:crypto";

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const hashOfLeaf = (entry: string | Uint8Array): Buffer => sha256(Buffer.of(0), entry);

/** RFC 6962, 2.1. */
export const merkleRoot = (hashes: readonly Buffer[]): Buffer => {
  const [first] = hashes;
  if (!first) return sha256("");
  if (hashes.length === 1) return first;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(Buffer.of(1), merkleRoot(hashes.slice(0, split)), merkleRoot(hashes.slice(split)));
};

const node = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right);

/** RFC 9162, 2.1.3.2. */
export const isIncluded = (
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
  root: Buffer,
): boolean => {
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = node(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      hash = node(hash, sibling);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return index < size && sn === 0 && hash.equals(root);
};

/** RFC 9162, 2.1.4.2. */
export const isConsistent = (
  [old, oldRoot]: readonly [number, Buffer],
  [size, root]: readonly [number, Buffer],
  given: readonly Buffer[],
): boolean => {
  if (old === size) return given.length === 0 && oldRoot.equals(root);
  const isPower = Number.isInteger(Math.log2(old));
  const [first, ...rest] = isPower ? [oldRoot, ...given] : given;
  if (!first) return false;
  let [fn, sn] = [old - 1, size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr] = [first, first];
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [node(c, fr), node(c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      sr = node(sr, c);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fr.equals(oldRoot) && sr.equals(root);
};

export interface OpenedNote {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** The verifier keys whose signature is right. */
  readonly signedBy: readonly string[];
}

const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export const openNote = (note: string, vkeys: readonly string[]): OpenedNote => {
  const end = note.indexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const [origin = "", size = "", root = ""] = text.split("\n");
  const signedBy = vkeys.filter((vkey) => {
    const [name = "", id = "", ...key] = vkey.split("+");
    const raw = Buffer.from(key.join("+"), "base64").subarray(1);
    const publicKey = createPublicKey({ key: Buffer.concat([ED25519_PREFIX, raw]), format: "der", type: "spki" });
    return note
      .slice(end + 1)
      .split("\n")
      .filter((line) => line.startsWith(`— ${name} `))
      .some((line) => {
        const bytes = Buffer.from(line.slice(name.length + 3), "base64");
        return (
          bytes.subarray(0, 4).toString("hex") === id && verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
        );
      });
  });
  return { origin, size: Number(size), root: Buffer.from(root, "base64"), signedBy };
};
