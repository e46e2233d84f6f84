import { expect, it } from "vitest";
import { guardedUrl } from "./host-guard.ts";

it.each([
  "http://localhost:3000",
  "http://127.0.0.1:3000",
  "http://127.8.9.10",
  "http://[::1]:3000",
  "https://localhost",
])("accepts this machine without a confirmation: %s", (url) => expect(guardedUrl(url, null)).toBe(new URL(url).origin));

it.each([
  "https://jara.example",
  "http://10.0.0.1:3000",
  "http://0.0.0.0:3000",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
  "http://[::ffff:10.0.0.1]",
  "http://3232235777",
])("refuses any other host that is not named: %s", (url) => {
  expect(() => guardedUrl(url, null)).toThrow(/not this machine/);
});

it("accepts a host that is named twice, and no other", () => {
  expect(guardedUrl("https://jara.example:8443/", "jara.example")).toBe("https://jara.example:8443");
  expect(guardedUrl("https://JARA.example", "Jara.Example")).toBe("https://jara.example");
  expect(() => guardedUrl("https://jara.example", "example")).toThrow(
    /names example, but the address is jara.example's/,
  );
  expect(() => guardedUrl("https://www.jara.example", "jara.example")).toThrow(/must be the same/);
});

it.each([
  ["jara", /is not an address/],
  ["ftp://localhost", /must begin with http/],
  ["http://me:secret@localhost", /must not hold a name or password/],
  ["http://localhost/api", /the server's address alone/],
])("explains what is wrong with %s", (url, sentence) => expect(() => guardedUrl(url, null)).toThrow(sentence));
