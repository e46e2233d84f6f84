import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isWeakSecret } from "./secret-strength.ts";

describe("a secret", () => {
  it.each([
    "your-secret-key-your-secret-key-123",
    "changemechangemechangemechangeme",
    "change-me-change-me-change-me-change-me",
    "please-CHANGE_ME-before-going-live-0001",
    "0123456789abcdefghijklmnopqrstuvwxyz",
    "0123456789abcdef0123456789abcdef",
    "qwertyuiopasdfghjklzxcvbnm1234567890",
    "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
    "deadbeefdeadbeefdeadbeefdeadbeefcafe",
    "Tr0ub4dor&3Tr0ub4dor&3Tr0ub4dor&3",
    "my-super-secret-jwt-key-for-the-server",
    "this-is-the-example-key-of-the-readme-file",
    "jara-jara-jara-jara-jara-jara-jara-jara",
    "kano.example.kano.example.kano.example.",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ])("is weak: %s", (secret) => {
    expect(isWeakSecret(secret, ["jara", "kano"])).toBe(true);
  });

  it("is strong if it was generated", () => {
    for (let round = 0; round < 20; round += 1) {
      for (const secret of [
        randomBytes(32).toString("hex"),
        randomBytes(32).toString("base64"),
        randomBytes(32).toString("base64url"),
        randomBytes(64).toString("hex"),
      ]) {
        expect(isWeakSecret(secret, ["jara", "example"]), secret).toBe(false);
      }
    }
  });
});
