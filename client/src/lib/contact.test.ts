import { expect, it } from "vitest";
import { mailUrl, readableNumber, whatsappUrl } from "./contact.ts";

it("makes a WhatsApp link from the digits, with the escaped text", () => {
  expect(whatsappUrl("+234 801 234 5678")).toBe("https://wa.me/2348012345678");
  expect(whatsappUrl("+2348012345678", "50% & more?")).toBe("https://wa.me/2348012345678?text=50%25%20%26%20more%3F");
});

it("makes a mail link with subject and text, with spaces as mail programs read them", () => {
  expect(mailUrl("help@jara.ng")).toBe("mailto:help@jara.ng");
  expect(mailUrl("help@jara.ng", { subject: "Money of ada", body: "a&b\nc" })).toBe(
    "mailto:help@jara.ng?subject=Money%20of%20ada&body=a%26b%0Ac",
  );
});

it("writes a Nigerian number in groups and does not change others", () => {
  expect(readableNumber("+2348012345678")).toBe("+234 801 234 5678");
  expect(readableNumber("+14155550100")).toBe("+14155550100");
});
