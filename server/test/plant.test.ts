// Tests that a fault is planted by its code and the function around it, whatever the formatting of the source is, and that
// the code of each fault is in the source.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { faults } from "../trust/planted/faults.ts";
import { plant } from "../trust/planted/plant.ts";

const sources = path.resolve(import.meta.dirname, "../src");

const fault = { file: "x.ts", within: "pay", text: "if (a > b) return give(a, b);", by: "return null;" };
const source = `const other = () => {
  if (a > b) return give(a, b);
};

export const pay = (
  a: number,
): void => {
  pay(1);
  // The comment is new.
  if (a > b)
    return give(
      a, // here too
      b,
    );
};
`;

it("finds the code in its function, whatever its spaces, line breaks, comments and trailing commas", () => {
  const planted = plant(source, fault);
  expect(planted).toContain("  // The comment is new.\n  return null;\n};\n");
  expect(planted).toContain("const other = () => {\n  if (a > b) return give(a, b);");
});

const loop = {
  file: "x.ts",
  within: "send",
  text: "for (const { key, out } of all) give(key, out);",
  by: "give(all[0], { out });",
};
const sending = (code: string) => `const send = (all: Item[]) => {\n  const key = 1;\n  ${code}\n};\n`;

it("finds the code after a variable was renamed, and gives the replacement its new name", () => {
  const parameter = sending("for (const { key, out } of items) give(key, out);").replace("(all:", "(items:");
  expect(plant(parameter, loop)).toContain("give(items[0], { out });");
  const ofProperty = sending("for (const { key, out: result } of all) give(key, result);");
  expect(plant(ofProperty, loop)).toContain("give(all[0], { out: result });");
});

it("takes neither another property nor another function, nor two names for one variable", () => {
  const other = (code: string) => () => plant(sending(code), loop);
  const none = "is 0 times in send of x.ts, not once";
  expect(other("for (const { key, out } of all) take(key, out);")).toThrow(none);
  expect(other("for (const { key, out: a } of all) give(key, b, a);")).toThrow(none);
  const ofProperties = { ...loop, text: "all.first = key;", by: "" };
  expect(() => plant(sending("all.last = key;"), ofProperties)).toThrow(none);
});

it("refuses code that two variables would match", () => {
  const added = { ...loop, text: "sum += key;", by: "" };
  const twice = sending("let [one, two] = [0, 0];\n  one += key;\n  two += key;");
  expect(() => plant(twice, added)).toThrow("is 2 times in send of x.ts, not once");
  expect(plant(twice.replace("two +=", "sum +="), added)).toContain("one += key;\n  \n};");
});

it("finds the code in a method, not where the method is called", () => {
  const method =
    "class Bank {\n  #pay(a: number): void {\n    one();\n  }\n\n  all(): void {\n    one();\n    #pay(1);\n  }\n}\n";
  const planted = plant(method, { ...fault, within: "#pay", text: "one();", by: "two();" });
  expect(planted).toBe(method.replace("one();", "two();"));
});

it("refuses code that the function does not have once, and a function that is not there once", () => {
  expect(() => plant(source, { ...fault, text: "a" })).toThrow(/"a" is \d+ times in pay of x\.ts, not once/);
  expect(() => plant(source, { ...fault, within: "paid" })).toThrow("0 functions of x.ts are called paid, not one");
  expect(() => plant(source + source, fault)).toThrow("2 functions of x.ts are called pay, not one");
});

it.each(faults.map(({ name, patches }) => [name, patches] as const))("%s can be planted today", (_name, patches) => {
  const files = new Map<string, string>();
  for (const patch of patches) {
    const contents = files.get(patch.file) ?? readFileSync(path.join(sources, patch.file), "utf8");
    files.set(patch.file, plant(contents, patch));
  }
  expect(files.size).toBeGreaterThan(0);
});

it.each([
  ["lost-state", "unsent"],
  ["lost-bid", "unsent"],
  ["refusal-from-memory", "misses"],
  ["no-deduplication", "draft"],
  ["deposit-not-due", "state"],
])("%s can be planted after `%s` was renamed", (name, variable) => {
  for (const patch of faults.find((one) => one.name === name)?.patches ?? []) {
    const contents = readFileSync(path.join(sources, patch.file), "utf8");
    const isIt = new RegExp(`(?<![.\\w])${variable}(?!\\w)`, "g");
    const renamed = plant(contents.replaceAll(isIt, "another"), patch);
    expect(renamed).toBe(plant(contents, patch).replaceAll(isIt, "another"));
  }
});

it("has at most one fault of ten that no test of `npm test` finds", () => {
  expect(faults.filter(({ test }) => test === null).length).toBeLessThanOrEqual(faults.length / 10);
});
