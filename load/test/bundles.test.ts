// Tests the bundled verifier and witness as an outsider or the image has them: one file each, in a folder without any
// package.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cosignaturesOf, parseCheckpoint } from "@jara/proof/checkpoint";
import { parseVkey } from "@jara/proof/signed-note";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { HouseLog } from "../../proof/test/support/house-log.ts";
import { LotStory, min, opened } from "../../proof/test/support/lot-story.ts";
import { filesOf } from "../../proof/test/support/served-site.ts";

const house = new HouseLog().append(...new LotStory().entry(0, opened()).bids(min(1), ["ada", 1100]).leaves);
let folder = "";
let built: string[] = [];
let witness: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "jara-bundles-"));
  const build = spawnSync(process.execPath, [path.join(import.meta.dirname, "../build.mjs"), folder]);
  expect(build.stderr.toString()).toBe("");
  built = readdirSync(folder).sort();
  // `log` is a folder, so what the site answers to /log is a file in it.
  for (const [name, bytes] of filesOf({ houses: [house] })) {
    const file = path.join(folder, "site", name === "log" ? "log/index.json" : name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
});
afterAll(async () => {
  if (witness) {
    const ended = once(witness, "close");
    witness.kill();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const env = { PATH: process.env.PATH ?? "" };

it("the build makes two files, and the verifier checks a log with one of them", () => {
  expect(built).toEqual(["verify-log.mjs", "witness.mjs"]);
  const flags = [`file://${folder}/site`, "--state", "state.json"];
  const run = spawnSync(process.execPath, ["verify-log.mjs", ...flags], { cwd: folder, encoding: "utf8", env });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain("auction.example/log/1: 2 entries about 1 lot.");
});

it("the witness cosigns with the other one", async () => {
  const flags = ["--name", "witness.example/w1", "--folder", "kept", "--port", "0", "--log", house.vkeys[0] ?? ""];
  witness = spawn(process.execPath, ["witness.mjs", ...flags], { cwd: folder, env });
  let said = "";
  witness.stdout?.on("data", (text) => {
    said += text;
  });
  await vi.waitFor(() => expect(said.split("\n")).toHaveLength(3), { timeout: 45_000 });
  const [address = "", vkey = ""] = said.split("\n");
  const response = await fetch(address, { method: "POST", body: `old 0\n\n${house.checkpoint()}` });
  const checkpoint = parseCheckpoint(house.checkpoint() + (await response.text()));
  const key = parseVkey(vkey);
  expect(checkpoint && key && cosignaturesOf(checkpoint, [key])).toHaveLength(1);
});
