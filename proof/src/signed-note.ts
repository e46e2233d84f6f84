// Signed notes (C2SP signed-note): a text, a blank line, and lines with signatures. The text counts only if a key that the
// reader trusts has signed it.
import { concat, fromBase64, isEqual, toBase64, toHex, utf8 } from "./bytes.ts";
import { isSignature } from "./ed25519.ts";
import { sha256Of } from "./hashing.ts";

/** The first byte of a key says what it signs: a log its notes, or a witness the checkpoints of others, with a time. */
export const ED25519 = 0x01;
export const COSIGNATURE = 0x04;
type KeyType = typeof ED25519 | typeof COSIGNATURE;

export interface Key {
  readonly name: string;
  readonly id: Uint8Array;
  readonly type: KeyType;
  readonly publicKey: Uint8Array;
}

export interface Signature {
  readonly name: string;
  readonly id: Uint8Array;
  /** Without the key's id. */
  readonly bytes: Uint8Array;
}

export interface SignedNote {
  /** The text with its last newline, as it is signed. */
  readonly text: string;
  readonly signatures: readonly Signature[];
}

const MOST_SIGNATURES = 100;
const isName = (name: string): boolean => name !== "" && !/[\s+]/u.test(name);

export const makeKey = (name: string, type: KeyType, publicKey: Uint8Array): Key => ({
  name,
  type,
  publicKey,
  id: sha256Of(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4),
});

export const toVkey = ({ name, id, type, publicKey }: Key): string =>
  `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

/** Null if the text is no verifier key of a known type, or if its id does not belong to its key. */
export const parseVkey = (vkey: string): Key | null => {
  const [, name = "", id, encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(vkey) ?? [];
  const material = fromBase64(encoded);
  const type = material?.[0];
  if (material?.length !== 33 || !isName(name) || (type !== ED25519 && type !== COSIGNATURE)) return null;
  const key = makeKey(name, type, material.subarray(1));
  return toHex(key.id) === id ? key : null;
};

/** Null if the text is no signed note. Says nothing about who signed it. */
export const parseNote = (note: string): SignedNote | null => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note may hold no control character but the newline.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.endsWith("\n")) return null;
  const split = note.lastIndexOf("\n\n");
  if (split < 0) return null;
  const lines = note.slice(split + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) return null;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const signature = parseSignature(line);
    if (!signature) return null;
    signatures.push(signature);
  }
  return { text: note.slice(0, split + 1), signatures };
};

/** One line, as a note has it and a witness answers it. */
export const parseSignature = (line: string): Signature | null => {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isName(name) || !bytes || bytes.length <= 4) return null;
  return { name, id: bytes.subarray(0, 4), bytes: bytes.subarray(4) };
};

export const signatureLine = ({ name, id }: Pick<Key, "name" | "id">, bytes: Uint8Array): string =>
  `— ${name} ${toBase64(concat(id, bytes))}\n`;

export const isOf = ({ name, id }: Pick<Key, "name" | "id">, signature: Signature): boolean =>
  name === signature.name && isEqual(id, signature.id);

/**
 * Returns which of the reader's trusted keys signed the note. Signatures of other keys are ignored. A wrong signature
 * of a trusted key makes the result null, because such a note was changed.
 */
export const signersOf = ({ text, signatures }: SignedNote, keys: readonly Key[]): readonly Key[] | null => {
  const signers = new Set<Key>();
  for (const signature of signatures) {
    for (const key of keys) {
      if (key.type !== ED25519 || !isOf(key, signature)) continue;
      if (!isSignature(signature.bytes, utf8(text), key.publicKey)) return null;
      signers.add(key);
    }
  }
  return [...signers];
};
