import { demoAccount } from "@jara/shared/demo-account";
import { describe, expect, it } from "vitest";
import { linesOf, mistakesIn, readTyped, toTyped } from "./forms.ts";

const account = { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" };
const DIGITS = "Must be exactly 10 digits, as every account number (NUBAN) of a Nigerian bank";

describe("the bank account's form", () => {
  it("names a number that has not ten digits, also one that was set before the rule", () => {
    expect(mistakesIn("bank-account", account)).toEqual([]);
    expect(mistakesIn("bank-account", null)).toEqual([]);
    expect(mistakesIn("bank-account", { ...account, number: "101234567" })).toEqual([DIGITS]);
    expect(readTyped("bank-account", { ...account, isOffered: true, number: "" }).mistakes).toEqual({ number: DIGITS });
  });

  it("treats the account of development as no account", () => {
    expect(linesOf("bank-account", demoAccount)).toEqual(linesOf("bank-account", null));
    expect(toTyped("bank-account", demoAccount)).toMatchObject({ isOffered: false, bank: "", number: "" });
  });

  it("accepts a number that is typed in groups", () => {
    const { value } = readTyped("bank-account", { ...account, isOffered: true, number: "101 234-5678" });
    expect(value).toEqual(account);
  });
});
