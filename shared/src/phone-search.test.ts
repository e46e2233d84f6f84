import { describe, expect, it } from "vitest";
import { phoneDigits, phoneOrText } from "./phone-search.ts";

describe("a search for a phone number", () => {
  const written = ["0803 123 4567", "+234 803 123 4567", "(+234) 0803-123-4567", "002348031234567", "803.123.4567"];

  it.each(written)("finds %s however it is stored", (stored) => {
    for (const typed of written.filter((one) => /^[+\d]/.test(one))) {
      expect(phoneDigits(stored)).toContain(phoneOrText(typed));
    }
  });

  it.each(["ada", "ada 0803", "ada@people.test", "12345", "+", "1000-"])("leaves %j as it is", (typed) => {
    expect(phoneOrText(typed)).toBe(typed);
  });

  it("has no digits for an account without a phone number", () => {
    expect(phoneDigits(null)).toBe("");
  });
});
