// Tests that the files which cannot use the theme's style sheet repeat its colours exactly.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** The values of each colour, by its name: in the light, in the dark. */
const coloursOf = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const [, name = "", value = ""] of text.matchAll(/(?<=--|[\s{])([a-z][a-z-]*): ?"?(#[0-9a-f]{6})\b/g)) {
    found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return found;
};
const theme = coloursOf(read("client/src/ui/theme.css"));

describe("the colours of the theme", () => {
  it.each([
    "client/public/plain.css",
    "client/public/maintenance.html",
    "server/src/api-docs/guide-routes.ts",
    "server/src/features/mail/styles.ts",
    "server/src/platform/http/small-page.ts",
    "server/src/platform/pdf/sheet.ts",
  ])("are the same in %s", (file) => {
    const named = [...coloursOf(read(file))].filter(([name]) => theme.has(name));
    expect(named.length).toBeGreaterThan(2);
    for (const [name, values] of named)
      expect([name, [...(theme.get(name) ?? [])]]).toEqual([name, expect.arrayContaining([...values])]);
  });
});
