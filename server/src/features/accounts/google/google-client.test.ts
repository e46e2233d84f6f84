import { expect, it } from "vitest";
import { issuersOf } from "./google-client.ts";

it("accepts Google as the issuer with or without https, and any other issuer only exactly as configured", () => {
  expect(issuersOf("https://accounts.google.com")).toEqual(["https://accounts.google.com", "accounts.google.com"]);
  expect(issuersOf("https://id.example")).toEqual(["https://id.example"]);
});
