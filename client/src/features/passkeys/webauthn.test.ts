// @vitest-environment happy-dom
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "@jara/shared/rest/passkeys";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askForPasskey, canOfferInField, canUsePasskeys, makePasskey, PasskeyCancelled } from "./webauthn.ts";

const challenge = "AAAA";
const get: PasskeyRequestOptions = {
  challenge,
  rpId: "jara.test",
  timeout: 1_000,
  userVerification: "required",
  allowCredentials: [],
};
const create: PasskeyCreationOptions = {
  challenge,
  rp: { id: "jara.test", name: "Jara" },
  user: { id: "AAAA", name: "a", displayName: "a" },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 1_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
};

/** A browser with passkeys, whose questions fail with an error of this name. */
const browser = (name: string, isInField = false) => {
  const fail = () => Promise.reject(new DOMException("as the browser says it", name));
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(class {}, { isConditionalMediationAvailable: () => Promise.resolve(isInField) }),
  );
  vi.stubGlobal("navigator", { credentials: { create: fail, get: fail } });
};
const at = (address: string) => vi.stubGlobal("location", new URL(address));

afterEach(() => vi.unstubAllGlobals());

describe("passkeys in this browser", () => {
  it.each([
    ["https://jara.test/", true],
    ["http://localhost:3000/", true],
    ["http://127.0.0.1:3000/", false],
    ["https://[::1]/", false],
  ])("can be used at %s: %s", (address, isPossible) => {
    browser("any");
    at(address);
    expect(canUsePasskeys()).toBe(isPossible);
  });

  it("cannot be used where the browser does not know them", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    at("https://jara.test/");
    expect([canUsePasskeys(), await canOfferInField()]).toEqual([false, false]);
  });

  it("are offered in the field only where the browser can", async () => {
    at("https://jara.test/");
    browser("any", true);
    expect(await canOfferInField()).toBe(true);
    browser("any", false);
    expect(await canOfferInField()).toBe(false);
  });
});

describe("a question that fails", () => {
  it.each(["NotAllowedError", "AbortError"])("counts as cancelled for a %s", async (name) => {
    browser(name);
    at("https://jara.test/");
    await expect(askForPasskey(get)).rejects.toBeInstanceOf(PasskeyCancelled);
    await expect(makePasskey(create)).rejects.toBeInstanceOf(PasskeyCancelled);
  });

  it.each([
    ["InvalidStateError", "This device already has a passkey for your account."],
    ["NotSupportedError", "This device cannot make a passkey. You can use a phone or a security key instead."],
    ["ConstraintError", "This device cannot make a passkey. Please set up a screen lock, or use a phone."],
    ["SecurityError", "Passkeys do not work at this address."],
    ["UnknownError", "Your device could not do that. Please try again."],
  ])("says in words what a %s is", async (name, sentence) => {
    browser(name);
    at("https://jara.test/");
    await expect(makePasskey(create)).rejects.toThrow(sentence);
  });
});
