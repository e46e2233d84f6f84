import { expect, it } from "vitest";
import { issuersOf } from "./google-client.ts";

it("Google's own tokens may name it with or without https, any other issuer exactly", () => {
  expect(issuersOf("https://accounts.google.com")).toEqual(["https://accounts.google.com", "accounts.google.com"]);
  expect(issuersOf("https://id.example")).toEqual(["https://id.example"]);
});
