// Makes bid receipts as the house makes them: a tree of 1,024 places with the statement at one of them.
import { concat, toBase64, utf8 } from "../../src/bytes.ts";
import { canonical } from "../../src/canonical-json.ts";
import { checkpointText } from "../../src/checkpoint.ts";
import { publicKeyOf } from "../../src/ed25519.ts";
import { leafHash, sha256Of } from "../../src/hashing.ts";
import { ED25519, makeKey, toVkey } from "../../src/signed-note.ts";
import { HOST, seedOf, signNote } from "./house-log.ts";
import { pathOf, rootOf } from "./merkle-prover.ts";

export const receiptsVkey = (seed = seedOf(1), host = HOST): string =>
  toVkey(makeKey(`${host}/bid-receipts`, ED25519, publicKeyOf(seed)));

export const makeReceipt = (statement: object, { index = 17, seed = seedOf(1), host = HOST, places = 1024 } = {}) => {
  const text = canonical(statement);
  const leaves = Array.from({ length: places }, (_, place) => sha256Of(`place ${place}`));
  leaves[index] = leafHash(utf8(text));
  const origin = `${host}/bid-receipts`;
  const note = signNote(checkpointText(origin, { size: places, root: rootOf(leaves) }), origin, seed);
  return { statement: text, index, path: toBase64(concat(...pathOf(index, leaves))), note };
};
