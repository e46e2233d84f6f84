import { describe, expect, it } from "vitest";
import { isNameOf, nameProblem } from "./account-names.ts";

const named = (firstName: string | null, lastName: string | null) => ({ firstName, lastName });

describe("the name of a bank account", () => {
  it.each([
    ["ADA OKAFOR", "Ada", "Okafor"],
    ["OKAFOR ADA", "Ada", "Okafor"],
    ["OKAFOR, ADA NGOZI", "ada", "OKAFOR"],
    ["Okafor Ada N.", "Ada", "Okafor"],
    ["MRS ADA N OKAFOR", "Ada", "Okafor"],
    ["OLA BABATUNDE", "Ọlá", "Babátúndé"],
    ["ỌLÁ  BABÁTÚNDÉ", "Ola", "Babatunde"],
    ["OBRIEN PATRICK", "Patrick", "O'Brien"],
    ["O BRIEN PATRICK", "Patrick", "O’Brien"],
    ["PATRICK O'BRIEN", "Patrick", "OBrien"],
    ["ADE-OJO TUNDE", "Tunde", "Ade Ojo"],
    ["ADEOJO TUNDE", "Tunde", "Ade-Ojo"],
    ["MARYJANE EZE", "Mary-Jane", "Eze"],
    ["EZE JANE", "Mary Jane", "Eze"],
    ["EZE MARY", "Mary J.", "Eze"],
    ["GARBA DANLADI", "Ɗanladi", "Garba"],
    ["MUSA BELLO", "Musa Bello", "Musa"],
    ["GROSS JORG", "Jörg", "Groß"],
  ])("matches “%s” with %s %s", (accountName, first, last) => {
    expect(isNameOf(accountName, named(first, last))).toBe(true);
    expect(nameProblem(accountName, named(first, last))).toBeNull();
  });

  it.each([
    ["ADA OKAFOR", "Ada", "Bello"],
    ["ADA OKAFOR", "Bola", "Okafor"],
    ["A OKAFOR", "Ada", "Okafor"],
    ["ADA OKAFOR", "A", "Okafor"],
    ["ADA OKAFOR", "Ada", "Ada"],
    ["ADA OKAFOR", "Ad", "Okafor"],
    ["ADAOKAFOR", "Ad", "Aokafor"],
    ["BELLO ADA", "Ada", "Okafor-Bello"],
    ["", "Ada", "Okafor"],
    ["ADA OKAFOR", ".*", ".*"],
    ["ADA OKAFOR", "'", "'"],
    ["ADA OKAFOR", "ADA OKAFOR", ""],
    ["ADA OKAFOR", "ADA OKAFOR", null],
    ["ADA OKAFOR", "Аda", "Okafor"],
    ["ADA OKAFOR", "constructor", "__proto__"],
  ])("does not match “%s” with %s %s", (accountName, first, last) => {
    expect(isNameOf(accountName, named(first, last))).toBe(false);
    expect(nameProblem(accountName, named(first, last))).not.toBeNull();
  });

  it("ignores invisible characters, and reads only the beginning of a hostile name", () => {
    expect(isNameOf("ADA OKAFOR", named("A\u200bda", "Oka\u00adfor"))).toBe(true);
    const ada = named("Ada", "Okafor");
    expect(isNameOf(`ADA OKAFOR ${"B ".repeat(100_000)}`, ada)).toBe(true);
    expect(isNameOf(`${"B ".repeat(100)}ADA OKAFOR`, ada)).toBe(false);
    expect(isNameOf("B OKAFOR", named(`${"a ".repeat(100)}b`, "Okafor"))).toBe(false);
  });

  it("is in the message together with the person's name if they differ, and missing names are asked for", () => {
    expect(nameProblem("BELLO MUSA", named("Ada", "Okafor"))).toBe(
      "The bank says that this account belongs to “BELLO MUSA”. Your profile says “Ada Okafor”. " +
        "You can withdraw only to an account in your own name.",
    );
    expect(nameProblem("BELLO MUSA", named(null, "Okafor"))).toMatch(/^Please enter your first and last name/);
  });
});
