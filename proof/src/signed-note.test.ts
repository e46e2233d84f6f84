// Tests signed notes, checkpoints and cosignatures, with the example of the Go library `sumdb/note` as the published
// vector.
import { expect, it } from "vitest";
import { HOST, HouseLog, seedOf, signNote } from "../test/support/house-log.ts";
import { rootOf } from "../test/support/merkle-prover.ts";
import { fromBase64, fromBase64Url, toBase64 } from "./bytes.ts";
import { checkpointText, cosign, cosignaturesOf, isSignedBy, parseCheckpoint } from "./checkpoint.ts";
import { publicKeyOf } from "./ed25519.ts";
import {
  COSIGNATURE,
  ED25519,
  type Key,
  makeKey,
  parseNote,
  parseVkey,
  signatureLine,
  signersOf,
  toVkey,
} from "./signed-note.ts";

const neumann = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const signed = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const verified = (note: string, ...keys: readonly Key[]) => {
  const parsed = parseNote(note);
  return parsed && signersOf(parsed, keys);
};

it("accepts the published key and note, and spells the key the same way", () => {
  const key = parseVkey(neumann) as Key;
  expect(toVkey(key)).toBe(neumann);
  expect(verified(signed, key)).toEqual([key]);
});

it("refuses a published note with a changed text or signature", () => {
  const key = parseVkey(neumann) as Key;
  expect(verified(signed.replace("your problem is", "my problem is"), key)).toBeNull();
  expect(verified(signed.replace("BwJnAM=", "BwJnAQ="), key)).toBeNull();
});

it("refuses a key whose id or length is wrong, or whose type is unknown", () => {
  expect(parseVkey(neumann.replace("c74f20a3", "c74f20a4"))).toBeNull();
  expect(parseVkey(neumann.replace("ARpc", "AR"))).toBeNull();
  expect(parseVkey(neumann.replace("+ARpc", "+Bxpc"))).toBeNull();
  expect(parseVkey(neumann.replace("Peter", "Peter "))).toBeNull();
});

it("refuses notes of another form", () => {
  for (const broken of [text, `${text}\n`, signed.slice(0, -1), signed.replace("\n\n", "\n\n\n").replace("— ", "- ")]) {
    expect(parseNote(broken)).toBeNull();
  }
  expect(parseNote(signed.replace("If", "\tIf"))).toBeNull();
  expect(parseNote(signed.replace("PeterNeumann x", "Peter+Neumann x"))).toBeNull();
});

it("takes a note that either of two keys signed, while a key is rotated", () => {
  const [older, newer] = [new HouseLog(1, [seedOf(1)]), new HouseLog(1, [seedOf(2)])];
  const rotating = new HouseLog(1, [seedOf(1), seedOf(2)]);
  rotating.append({ some: "entry" });
  const checkpoint = parseCheckpoint(rotating.checkpoint());
  expect(checkpoint && isSignedBy(checkpoint, older.keys)).toBe(true);
  expect(checkpoint && isSignedBy(checkpoint, newer.keys)).toBe(true);
  expect(checkpoint && isSignedBy(checkpoint, new HouseLog(1, [seedOf(3)]).keys)).toBe(false);
});

it("ignores signatures of untrusted keys, and refuses a note with a wrong signature of a trusted key", () => {
  const house = new HouseLog();
  const stranger = signatureLine(makeKey(house.origin, ED25519, publicKeyOf(seedOf(9))), new Uint8Array(64));
  const forged = signatureLine(house.keys[0] as Key, new Uint8Array(64));
  const with1 = parseCheckpoint(house.checkpoint() + stranger);
  const with2 = parseCheckpoint(house.checkpoint() + forged);
  expect(with1 && isSignedBy(with1, house.keys)).toBe(true);
  expect(with2 && isSignedBy(with2, house.keys)).toBe(false);
});

it("does not let the key of one log sign for another", () => {
  const note = signNote(checkpointText(`${HOST}/log/2`, { size: 0, root: rootOf([]) }), `${HOST}/log/1`, seedOf(1));
  const checkpoint = parseCheckpoint(note);
  expect(checkpoint && isSignedBy(checkpoint, new HouseLog(1).keys)).toBe(false);
});

it("refuses checkpoints of another form", () => {
  const sign = (body: string) => parseCheckpoint(signNote(body, HOST, seedOf(1)));
  const root = toBase64(rootOf([]));
  expect(sign(`${HOST}\n7\n${root}\n`)?.size).toBe(7);
  expect(sign(`${HOST}\n7\n${root}\nan extension\n`)?.size).toBe(7);
  for (const size of ["07", "-1", "1.5", "", "99999999999999999"])
    expect(sign(`${HOST}\n${size}\n${root}\n`)).toBeNull();
  expect(sign(`${HOST}\n7\n${root.slice(4)}\n`)).toBeNull();
  expect(sign(`${HOST}\n7\n`)).toBeNull();
});

it("counts a witness once, and not if it signed something else or another time", () => {
  const house = new HouseLog().append({ some: "entry" });
  const note = house.checkpoint();
  const checkpoint = parseCheckpoint(note);
  if (!checkpoint) throw new Error("no checkpoint");
  const witness = makeKey("witness.example/w1", COSIGNATURE, publicKeyOf(seedOf(5)));
  const line = signatureLine(witness, cosign(checkpoint, 1_764_000_000, seedOf(5)));
  const found = (lines: string) => cosignaturesOf(parseCheckpoint(note + lines) ?? checkpoint, [witness]);
  expect(found(line + line)).toEqual([{ witness, time: 1_764_000_000 }]);
  expect(found("")).toEqual([]);
  const other = new HouseLog().append({ another: "entry" });
  expect(cosignaturesOf(parseCheckpoint(other.checkpoint() + line) ?? checkpoint, [witness])).toEqual([]);
  const late = cosign(checkpoint, 1_764_000_000, seedOf(5));
  late[7] = 1;
  expect(found(signatureLine(witness, late))).toEqual([]);
  expect(parseVkey(toVkey(witness))).toEqual(witness);
});

it("reads base64 in one spelling only", () => {
  for (const length of [0, 1, 2, 3, 31, 32]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 250) & 255);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
  for (const wrong of ["AB", "AB=", "AA==A", "A===", "AR==", "A A=", "AA-_"]) expect(fromBase64(wrong)).toBeNull();
  expect(fromBase64Url("-_8")).toEqual(Uint8Array.of(251, 255));
  expect(fromBase64Url("-_8=")).toBeNull();
});
