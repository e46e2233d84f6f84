import { createPublicKey, verify } from "node:crypto";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { leafHash, nodeHash, sha256 } from "./merkle.ts";
import { checkpointText, noteSigner, signedNote } from "./signed-note.ts";

it("writes JSON with its keys in order, without spaces and without fields that are not there", () => {
  expect(canonicalJson({ b: [1, "é\n", null], a: { d: true, c: -3 }, e: undefined })).toBe(
    '{"a":{"c":-3,"d":true},"b":[1,"é\\n",null]}',
  );
});

it("refuses numbers that programs write in different ways", () => {
  for (const number of [0.1, Number.NaN, 2 ** 53, 1e21])
    expect(() => canonicalJson([number])).toThrow("not an integer");
});

it("hashes leaves and nodes as RFC 6962 does", () => {
  // The hashes of an empty leaf and of an empty tree, as the tests of certificate transparency have them.
  expect(leafHash("").toString("hex")).toBe("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  expect(sha256("").toString("hex")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(nodeHash(leafHash(""), leafHash(Buffer.of(0))).toString("hex")).toBe(
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  );
});

it("signs a note so that whoever has the verifier key can check it", () => {
  const signer = noteSigner("jara.example/log/1", Buffer.alloc(32, 7));
  const text = checkpointText("jara.example/log/1", 3, sha256("root"));
  const note = signedNote(text, [signer]);
  expect(note.startsWith(`${text}\n— jara.example/log/1 `)).toBe(true);
  const [name, keyId, key = ""] = signer.vkey.split("+");
  expect(name).toBe("jara.example/log/1");
  const line = Buffer.from(note.trimEnd().split(" ").at(-1) ?? "", "base64");
  expect(line.subarray(0, 4).toString("hex")).toBe(keyId);
  const x = Buffer.from(key, "base64").subarray(1).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, Buffer.from(text), publicKey, line.subarray(4))).toBe(true);
  expect(verify(null, Buffer.from(text.replace("3", "4")), publicKey, line.subarray(4))).toBe(false);
});
