import { expect, it } from "vitest";
import { newVapidKey, vapidKeysOf } from "./vapid-key.ts";

it("makes a new key each time, whose public key is a point of 65 bytes", () => {
  const keys = Array.from({ length: 300 }, newVapidKey);
  expect(new Set(keys).size).toBe(300);
  for (const key of keys) {
    const pair = vapidKeysOf(key);
    expect(pair?.privateKey).toBe(key);
    expect(Buffer.from(pair?.publicKey ?? "", "base64url")).toHaveLength(65);
  }
});

it("gives the public key that belongs to the private key", () => {
  // RFC 8291, appendix A: the keys of the user agent.
  expect(vapidKeysOf("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")?.publicKey).toBe(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  );
});

it("takes the key in hexadecimal too, as openssl gives it", () => {
  const key = newVapidKey();
  expect(vapidKeysOf(Buffer.from(key, "base64url").toString("hex"))).toEqual(vapidKeysOf(key));
});

it.each([
  "",
  "0".repeat(64),
  "f".repeat(64),
  "f".repeat(63),
  "A".repeat(43),
  "_".repeat(43),
  "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM9",
  "q1dXpw3UpT5VOmu/cf/v6ih07Aems3njxI+JWgLcM94",
  " q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM9",
])("takes no other text for a key: %j", (text) => {
  expect(vapidKeysOf(text)).toBeNull();
});
