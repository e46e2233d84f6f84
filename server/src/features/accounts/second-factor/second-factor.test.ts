// The parts of two-step verification without a database: codes, recovery codes, the encryption of secrets, and who must
// have a factor.
import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { proofMethodsOf } from "./factors.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { mustSetUpFactor, roleInForce } from "./role-in-force.ts";
import { createSecretBox } from "./secret-box.ts";
import { newTotpSecret, stepOfCode, totpUrl } from "./totp.ts";

const [ada, bola] = ["00000000-0000-4000-8000-0000000000aa", "00000000-0000-4000-8000-0000000000bb"];

describe("a code of the app", () => {
  /** RFC 6238, appendix B: the secret of its examples for SHA-1, and the last six of their eight digits. */
  const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("is that of RFC 6238 at %i s", (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it("is valid in its own period and in the ones before and after it, and names its period", () => {
    const secret = newTotpSecret();
    const step = 59_000_000;
    const code = generateSync({ secret, epoch: step * 30 + 15 });
    const at = (period: number) => stepOfCode(secret, code, (period * 30 + 15) * 1000);
    expect([at(step - 2), at(step - 1), at(step), at(step + 1), at(step + 2)]).toEqual([null, step, step, step, null]);
    expect(stepOfCode(newTotpSecret(), code, (step * 30 + 15) * 1000)).toBeNull();
    expect([secret.length, new Set(Array.from({ length: 50 }, newTotpSecret)).size]).toEqual([32, 50]);
  });

  it("names the site and the account in the address for apps, whatever characters they have", () => {
    const url = new URL(totpUrl("GEZDGNBV", "Oja & Sons", "ada+1@people.test"));
    expect(Object.fromEntries(url.searchParams)).toEqual({ secret: "GEZDGNBV", issuer: "Oja & Sons" });
    expect(decodeURIComponent(url.pathname)).toMatch(/Oja & Sons:ada\+1@people\.test$/);
  });
});

describe("recovery codes", () => {
  it("are ten different ones, which count however they are written, for their account alone", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    const hash = recoveryCodeHash(ada, code);
    expect(hash).not.toBeNull();
    const written = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect([recoveryCodeHash(ada, written), recoveryCodeHash(ada, code.replaceAll("-", ""))]).toEqual([hash, hash]);
    expect(recoveryCodeHash(bola, code)).not.toBe(hash);
    for (const short of ["", "7K3M", `${code}A`, "123456"]) expect(recoveryCodeHash(ada, short)).toBeNull();
  });
});

describe("a sealed secret", () => {
  const box = createSecretBox("a secret of the tests, which is long enough");

  it("opens for its own account with the same key, and differs each time", () => {
    const sealed = box.seal("GEZDGNBVGY3TQOJQ", ada);
    expect(sealed).not.toContain("GEZDGNBV");
    expect(box.open(sealed, ada)).toBe("GEZDGNBVGY3TQOJQ");
    expect(box.seal("GEZDGNBVGY3TQOJQ", ada)).not.toBe(sealed);
  });

  it("opens with the previous key too, and is renewed once with the newest", () => {
    const both = createSecretBox("the secret that seals now", "a secret of the tests, which is long enough");
    const sealed = box.seal("GEZDGNBVGY3TQOJQ", ada);
    expect(both.open(sealed, ada)).toBe("GEZDGNBVGY3TQOJQ");
    const renewed = both.renew(sealed, ada) ?? "";
    expect(createSecretBox("the secret that seals now").open(renewed, ada)).toBe("GEZDGNBVGY3TQOJQ");
    expect([both.renew(renewed, ada), both.renew(sealed, bola), box.renew(sealed, ada)]).toEqual([null, null, null]);
  });

  it("stays closed for another account, with another key, and once it was changed", () => {
    const sealed = box.seal("GEZDGNBVGY3TQOJQ", ada);
    expect(box.open(sealed, bola)).toBeNull();
    expect(createSecretBox("another secret of the tests").open(sealed, ada)).toBeNull();
    const bytes = Buffer.from(sealed, "base64url");
    for (let n = 0; n < bytes.length; n++) {
      const changed = Buffer.from(bytes);
      changed[n] = (changed[n] ?? 0) ^ 1;
      expect(box.open(changed.toString("base64url"), ada)).toBeNull();
      expect(box.open(bytes.subarray(0, n).toString("base64url"), ada)).toBeNull();
    }
  });
});

it("a proof is the code if there is a second factor, and otherwise the password or Google", () => {
  const both = { passwordHash: "hash", googleId: "sub" };
  expect(proofMethodsOf({ ...both, hasTotp: true })).toEqual(["code"]);
  expect(proofMethodsOf({ ...both, hasTotp: false })).toEqual(["password", "google"]);
  expect(proofMethodsOf({ passwordHash: null, googleId: "sub", hasTotp: false })).toEqual(["google"]);
});

it("an administrator without a factor has a user's role where it is required", () => {
  const roles = (["admins", "none"] as const).flatMap((rule) =>
    ([true, false] as const).flatMap((hasTotp) =>
      (["admin", "user"] as const).map((role) => roleInForce(rule, { role, hasTotp })),
    ),
  );
  expect(roles).toEqual(["admin", "user", "user", "user", "admin", "user", "admin", "user"]);
  expect(mustSetUpFactor("admins", { role: "user", hasTotp: false })).toBe(false);
});
