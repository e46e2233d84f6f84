import { expect, it } from "vitest";
import { isPublicAddress, outcomeOf } from "./push-service.ts";

it.each([
  [201, undefined, { kind: "sent" }],
  [404, undefined, { kind: "gone" }],
  [410, undefined, { kind: "gone" }],
  [301, undefined, { kind: "refused", status: 301 }],
  [307, undefined, { kind: "refused", status: 307 }],
  [400, undefined, { kind: "refused", status: 400 }],
  [403, undefined, { kind: "refused", status: 403 }],
  [413, undefined, { kind: "refused", status: 413 }],
  [429, "120", { kind: "later", status: 429, retryAfterS: 120 }],
  [429, "999999", { kind: "later", status: 429, retryAfterS: 3600 }],
  [503, "Wed, 25 Nov 2026 10:00:00 GMT", { kind: "later", status: 503, retryAfterS: null }],
  [503, "-5", { kind: "later", status: 503, retryAfterS: null }],
  [500, undefined, { kind: "later", status: 500, retryAfterS: null }],
] as const)("takes the status %i with Retry-After %s as %j", (status, retryAfter, outcome) => {
  expect(outcomeOf(status, retryAfter)).toEqual(outcome);
});

it.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "::ffff:10.0.0.1",
  "::ffff:127.0.0.1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "nonsense",
])("never connects to %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(["142.250.184.10", "2a00:1450:4003:80e::200a"])("connects to %s", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
