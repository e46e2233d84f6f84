// Tests the verifier's command: its exit codes, its state file, the evidence that it keeps, and its words.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { receiptsVkey } from "../../../proof/test/support/bid-receipts.ts";
import { HouseLog } from "../../../proof/test/support/house-log.ts";
import { LotStory, min, opened, sellerOf } from "../../../proof/test/support/lot-story.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-verify-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publish = (house: HouseLog): void => {
  rmSync(path.join(folder, "log"), { recursive: true, force: true });
  const keys = house.vkeys.map((vkey) => ({ vkey }));
  const logs = [{ number: 1, origin: house.origin }];
  const index = { logs, keys, receiptKeys: [{ vkey: receiptsVkey() }], witnesses: [] };
  const files = new Map([...house.files()].map(([name, bytes]) => [`log/1/${name}`, bytes]));
  files.set("log/index.json", Buffer.from(JSON.stringify(index)));
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
};

const run = (...args: readonly string[]) => {
  const program = path.join(import.meta.dirname, "main.ts");
  const env = { ...process.env, INIT_CWD: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", program, ...args], {
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
};

const story = (): LotStory => new LotStory().entry(0, opened()).bids(min(1), ["ada", 1100]);

it("exits with 0 and remembers, then with 1 and keeps the evidence when the past was changed", () => {
  const site = `file://${folder}`;
  publish(new HouseLog().append(...story().leaves));
  const first = run(site, "--state", "state.json");
  expect(first.stdout).toContain("auction.example/log/1: 2 entries about 1 lot. No witness has signed it.");
  expect(first.stdout).toContain("Everything that can be checked holds.");
  expect(first.status).toBe(0);
  const remembered = readFileSync(path.join(folder, "state.json"), "utf8");

  const forged = new LotStory().entry(0, opened()).bids(min(1), ["bola", 1100]).bids(min(2), ["ada", 1200]);
  publish(new HouseLog().append(...forged.leaves));
  const second = run(site, "--state", "state.json");
  expect(second.stdout).toContain("The past was changed");
  expect(second.stdout).toContain("This log does not hold.");
  expect(second.status).toBe(1);
  expect(readFileSync(path.join(folder, "state.json"), "utf8")).toBe(remembered);
  expect(readdirSync(path.join(folder, "state.json.evidence"))).toHaveLength(2);
});

it("exits with 1 and keeps both notes when two people were shown two logs, by their state files", () => {
  const site = `file://${folder}`;
  publish(new HouseLog().append(...story().leaves));
  expect(run(site, "--state", "hers.json").status).toBe(0);
  const other = new LotStory().entry(0, opened()).bids(min(1), ["bola", 1100]);
  publish(new HouseLog().append(...other.leaves));
  // Each of the two logs has no fault by itself.
  expect(run(site, "--state", "his.json").status).toBe(0);
  const compared = run(site, "--state", "his.json", "--with", "hers.json");
  expect([compared.status, compared.stdout]).toEqual([
    1,
    expect.stringContaining("The house runs two logs: it signed"),
  ]);
  expect(readdirSync(path.join(folder, "his.json.evidence"))).toHaveLength(2);
});

it("exits with 1 for a seller's proof that does not hold, and remembers the log, which does", () => {
  const site = `file://${folder}`;
  publish(new HouseLog().append(...new LotStory().entry(0, opened({ seller: sellerOf().commitment })).leaves));
  const proofs = path.join(folder, "proofs");
  mkdirSync(proofs);
  const give = (seller: object) => writeFileSync(path.join(proofs, "mine.json"), JSON.stringify({ seller }));
  give(sellerOf());
  const good = run(site, "--state", "state.json", "--receipts", "proofs");
  expect([good.status, good.stdout]).toEqual([
    0,
    expect.stringContaining("mine.json: By the log, the lot is sold for"),
  ]);
  give(sellerOf("house"));
  rmSync(path.join(folder, "state.json"));
  const bad = run(site, "--state", "state.json", "--receipts", "proofs");
  expect([bad.status, bad.stdout]).toEqual([1, expect.stringContaining("Sellers' proofs that do not hold (1):")]);
  expect(readdirSync(folder)).toContain("state.json");
});

it("refuses the key of a witness that is none, before it reads anything", () => {
  const { status, stderr } = run("https://nowhere.invalid", "--witness", new HouseLog().vkeys[0] ?? "");
  expect([status, stderr]).toEqual([2, expect.stringContaining("is no key of a witness")]);
});

it("exits with 2 for wrong use, a damaged state file, and a site that cannot be read", () => {
  expect(run().stderr).toContain("Which site?");
  publish(new HouseLog().append(...story().leaves));
  writeFileSync(path.join(folder, "state.json"), "{");
  const damaged = run(`file://${folder}`, "--state", "state.json");
  expect([damaged.status, damaged.stderr]).toEqual([2, expect.stringContaining("state.json is damaged")]);
  const nowhere = run(`file://${folder}/nowhere`, "--state", "other.json");
  expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining("cannot be read")]);
});
