import { describe, expect, it } from "vitest";
import { createAuthenticator, type Lies } from "../../../../test/support/software-authenticator.ts";
import { verifyNewKey } from "./verify.ts";

const site = { id: "oja.test", name: "Oja", origins: ["https://oja.test"] };
const options = { challenge: "QUJD", rp: { id: "oja.test" }, user: { id: "QQ" } };

/** The reasons of the refusal; none: the key is accepted. */
const refusals = async (lies: Lies): Promise<string[]> => {
  const reasons: string[] = [];
  const { credential } = createAuthenticator("https://oja.test").create(options, lies);
  const verified = await verifyNewKey(site, credential, (reason) => reasons.push(reason));
  expect(verified === null).toBe(reasons.length > 0);
  return reasons;
};

describe("a new key", () => {
  it("is accepted without an attestation, and with one by the key itself", async () => {
    expect(await refusals({})).toEqual([]);
    expect(await refusals({ attestation: "self" })).toEqual([]);
  });

  it.each(["packed", "android-key", "android-safetynet", "apple", "fido-u2f", "tpm", "unknown"])(
    "is refused with a certificate (%s) before anything of the certificate is read",
    async (format) => {
      const attestation = { format, certificates: [new Uint8Array([1, 2, 3])] };
      expect(await refusals({ attestation })).toEqual([`an attestation "${format}" was not asked for`]);
    },
  );

  it("is refused if its attestation is no CBOR", async () => {
    const { credential } = createAuthenticator("https://oja.test").create(options);
    const broken = { ...credential, response: { ...credential.response, attestationObject: "_____w" } };
    const reasons: string[] = [];
    expect(await verifyNewKey(site, broken, (reason) => reasons.push(reason))).toBeNull();
    expect(reasons).toHaveLength(1);
  });
});
