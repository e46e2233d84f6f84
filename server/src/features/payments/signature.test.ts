import { describe, expect, it } from "vitest";
import { isSignedWith, signatureOf } from "./signature.ts";

const key = "sk_test_0123456789";
const body = Buffer.from('{"event":"charge.success","data":{"amount":10000}}');

describe("a webhook's signature", () => {
  it("is the HMAC-SHA512 of RFC 4231's second example, in lower-case hex", () => {
    expect(signatureOf("what do ya want for nothing?", "Jefe")).toBe(
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554" +
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    );
  });

  it("matches its own body and no other", () => {
    const signature = signatureOf(body, key);
    expect(isSignedWith(body, signature, key)).toBe(true);
    for (let at = 0; at < body.length; at++) {
      const altered = Buffer.from(body);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(isSignedWith(altered, signature, key)).toBe(false);
    }
    expect(isSignedWith(Buffer.concat([body, Buffer.from("\n")]), signature, key)).toBe(false);
    expect(isSignedWith(Buffer.alloc(0), signature, key)).toBe(false);
  });

  it.each([
    ["missing", undefined],
    ["given twice", [signatureOf(body, key), signatureOf(body, key)]],
    ["empty", ""],
    ["short", signatureOf(body, key).slice(1)],
    ["long", `${signatureOf(body, key)}0`],
    ["of another key", signatureOf(body, `${key}0`)],
    ["as long in characters, longer in bytes", "é".repeat(128)],
    ["in capitals", signatureOf(body, key).toUpperCase()],
  ])("does not match if it is %s", (_what, signature) => {
    expect(isSignedWith(body, signature, key)).toBe(false);
  });
});
