// Tests the check that no function has more than 100 lines.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectRoot } from "../src/config.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-functions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, lines: readonly string[]): void => {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, `${lines.join("\n")}\n`);
};
const check = () =>
  spawnSync(process.execPath, [path.join(projectRoot, "scripts/check-function-lengths.mjs"), folder], {
    encoding: "utf8",
  });
const repeated = (line: string, times: number): string[] => Array.from({ length: times }, () => line);

it("counts every line of a function, also those that begin with a brace and those inside a template", () => {
  write("server/src/a.ts", [
    "// A head.",
    "export const braces = (a: number): void => {",
    ...repeated("  {}", 99),
    "};",
  ]);
  write("client/src/b.tsx", ["export const Page = () => (", "  <pre>{`", ...repeated("text", 98), "  `}</pre>", ");"]);
  write("load/src/c.ts", ["class Bank {", "  #pay(): void {", ...repeated("    this.#pay();", 99), "  }", "}"]);
  write("scripts/d.mjs", ["export default function () {", ...repeated("  call();", 100), "}"]);
  const { status, stdout, stderr } = check();
  expect(status).toBe(1);
  expect(stderr.trim().split("\n").toSorted()).toEqual([
    "client/src/b.tsx:1: Page has 102 lines",
    "load/src/c.ts:2: pay has 101 lines",
    "scripts/d.mjs:1: a function without a name has 102 lines",
    "server/src/a.ts:2: braces has 101 lines",
  ]);
  expect(stdout).toContain("4 functions in 4 files, 4 with more than 100 lines.");
});

it("accepts 100 lines, a longer file, and longer functions of tests and their support", () => {
  const longFunction = ["export const long = () => {", ...repeated("  call();", 200), "};"];
  write("server/src/a.ts", ["const first = () => {", ...repeated("  first();", 98), "};", ...repeated("first();", 50)]);
  write("server/src/a.test.ts", longFunction);
  write("server/test/support/b.ts", longFunction);
  write("client/e2e/c.spec.ts", longFunction);
  write("client/node_modules/d/index.js", longFunction);
  const { status, stdout, stderr } = check();
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("1 functions in 1 files, 0 with more than 100 lines.");
});

it("fails if it finds no function at all", () => {
  expect(check().status).toBe(1);
});
