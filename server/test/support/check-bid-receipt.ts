// Checks a bid receipt as a stranger would, with nothing of the server's own code: the path to the root, and the signature.
import { createHash, createPublicKey, verify } from "node:crypto";
import type { BidReceipt, BidStatement } from "@jara/shared/bid-receipt";
import { expect } from "vitest";

const sha256 = (...parts: Uint8Array[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

/** Returns the statement of a receipt that holds. `vkey`: the site's verifier key for bid receipts. */
export const checkBidReceipt = (receipt: BidReceipt | undefined, vkey: string): BidStatement => {
  if (!receipt) throw new Error("no receipt");
  const { statement, index, path, note } = receipt;
  const hashes = Buffer.from(path, "base64");
  expect(hashes.length).toBe(10 * 32);
  let root = sha256(Buffer.of(0), Buffer.from(statement));
  for (let height = 0; height < 10; height++) {
    const beside = hashes.subarray(height * 32, (height + 1) * 32);
    root = (index >> height) % 2 === 1 ? sha256(Buffer.of(1), beside, root) : sha256(Buffer.of(1), root, beside);
  }
  // The key itself may contain a plus, because it is base64.
  const [, name = "", keyId = "", key = ""] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(vkey) ?? [];
  const [text = "", signatures = ""] = note.split("\n\n");
  expect(text.split("\n")).toEqual([name, "1024", root.toString("base64")]);
  const line = signatures.split("\n").find((one) => one.startsWith(`— ${name} `)) ?? "";
  const signed = Buffer.from(line.split(" ")[2] ?? "", "base64");
  expect(signed.subarray(0, 4).toString("hex")).toBe(keyId);
  const x = Buffer.from(key, "base64").subarray(1).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, signed.subarray(4))).toBe(true);
  const stated = JSON.parse(statement) as BidStatement;
  // Canonical: in the order of the keys, without spaces.
  expect(JSON.stringify(Object.fromEntries(Object.entries(stated).sort(([a], [b]) => (a < b ? -1 : 1))))).toBe(
    statement,
  );
  return stated;
};
