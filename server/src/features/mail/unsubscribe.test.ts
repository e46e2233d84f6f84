// The signature of the links that stop mails of a kind.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { isSignedFor, unsubscribeLink } from "./unsubscribe.ts";

const site = { publicUrl: "https://jara.test", jwtSecret: "a-secret-of-the-tests-0123456789-abc" };
const signatureIn = (link: string): string => new URL(link).searchParams.get("signature") ?? "";

it("the signature is valid for one user, one kind and the accepted secrets only", () => {
  const [ada, bola] = [randomUUID(), randomUUID()];
  const signature = signatureIn(unsubscribeLink(site, ada));
  expect(isSignedFor([site.jwtSecret], ada, signature)).toBe(true);
  expect(isSignedFor(["the secret that signs now", site.jwtSecret], ada, signature)).toBe(true);
  expect(isSignedFor([site.jwtSecret], bola, signature)).toBe(false);
  expect(isSignedFor([`${site.jwtSecret}x`], ada, signature)).toBe(false);
  const other = signatureIn(unsubscribeLink(site, ada, "reminder"));
  expect(isSignedFor([site.jwtSecret], ada, other, "reminder")).toBe(true);
  expect(isSignedFor([site.jwtSecret], ada, other)).toBe(false);
  expect(isSignedFor([site.jwtSecret], ada, other, "saved-search")).toBe(false);
  for (const wrong of ["", "x", signature.slice(1), `${signature}AAAA`]) {
    expect(isSignedFor([site.jwtSecret], ada, wrong)).toBe(false);
  }
});
