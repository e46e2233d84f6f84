import { describe, expect, it } from "vitest";
import { mayGetCode, toE164 } from "./phone-number.ts";

describe("a phone number", () => {
  it.each([
    "0803 123 4567",
    "08031234567",
    "+234 803 123 4567",
    "+2348031234567",
    "2348031234567",
    "00234 803-123-4567",
    "+234 (0) 803 123 4567",
    "tel:+234-803-123-4567",
  ])("has one form, however it is typed (%s)", (typed) => {
    expect(toE164(typed)).toBe("+2348031234567");
  });

  it("of another country needs its code", () => {
    expect(toE164("+44 7911 123456")).toBe("+447911123456");
    expect(toE164("07911 123456")).toBe("+2347911123456");
  });

  it.each(["", "12345", "0803 123", "call me", "+0803123456", "+2348031234567890123"])("is not %j", (typed) => {
    expect(toE164(typed)).toBeNull();
  });

  it("gets a code if it is a Nigerian mobile number, or begins as the site allows", () => {
    const may = (number: string, others: string[] = []) => mayGetCode(number, others);
    expect(["+2347031234567", "+2348131234567", "+2349131234567"].map((one) => may(one))).toEqual([true, true, true]);
    // A landline in Lagos, a premium number, a short one, and one abroad.
    expect(["+23412345678", "+2349001234", "+234700123456", "+447911123456"].map((one) => may(one))).toEqual(
      Array(4).fill(false),
    );
    expect([may("+233241234567", ["+233"]), may("+2341234567", ["+234"])]).toEqual([true, false]);
  });
});
