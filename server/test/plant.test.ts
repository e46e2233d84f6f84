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
