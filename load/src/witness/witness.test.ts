// Tests the witness over real HTTP: what it signs, what it refuses, and that a restart does not make it contradict
// itself.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { toBase64 } from "@jara/proof/bytes";
import { cosignaturesOf, parseCheckpoint } from "@jara/proof/checkpoint";
import { type Key, parseVkey } from "@jara/proof/signed-note";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HouseLog, seedOf } from "../../../proof/test/support/house-log.ts";
import { WitnessFolder } from "./witness-folder.ts";
import { createWitnessServer } from "./witness-server.ts";

let where = "";
let stop: () => Promise<void> = async () => {};
let url = "";
const house = new HouseLog();
const grown = (size: number, word = "entry", seeds = [seedOf(1)]): HouseLog => {
  const log = new HouseLog(1, seeds);
  for (let n = 0; n < size; n++) log.append({ [word]: n });
  return log;
};

const start = async (logKeys: readonly Key[] = house.keys): Promise<void> => {
  const folder = new WitnessFolder(where);
  const server = createWitnessServer({ name: "witness.example/w1", logKeys, folder });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        folder.close();
        resolve();
      });
    });
};

beforeEach(async () => {
  where = mkdtempSync(path.join(tmpdir(), "jara-witness-"));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(where, { recursive: true, force: true });
});

const post = async (body: string) => {
  const response = await fetch(`${url}/add-checkpoint`, { method: "POST", body });
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
};
const add = (log: HouseLog, old: number, proof = log.consistency(old), note = log.checkpoint()) =>
  post(`old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join("")}\n${note}`);
const ownKey = async (): Promise<Key> => {
  const [vkey = ""] = (await (await fetch(url)).text()).split("\n");
  return parseVkey(vkey) as Key;
};

it("cosigns a log that grows, with the time of its own clock", async () => {
  const before = Math.floor(Date.now() / 1000);
  const first = await add(grown(3), 0);
  expect(first.status).toBe(200);
  const second = await add(grown(10), 3);
  const checkpoint = parseCheckpoint(grown(10).checkpoint() + second.text);
  const [cosignature, ...more] = checkpoint ? cosignaturesOf(checkpoint, [await ownKey()]) : [];
  expect(more).toEqual([]);
  expect(cosignature?.time).toBeGreaterThanOrEqual(before);
  expect(cosignature?.time).toBeLessThanOrEqual(Date.now() / 1000);
});

it("cosigns the same checkpoint again, and an empty log", async () => {
  expect((await add(grown(0), 0)).status).toBe(200);
  expect((await add(grown(4), 0)).status).toBe(200);
  expect((await add(grown(4), 4)).status).toBe(200);
});

it("says its own size when the old size is another one", async () => {
  await add(grown(3), 0);
  const answer = await add(grown(10), 2);
  expect(answer).toEqual({ status: 409, text: "3\n", type: "text/x.tlog.size" });
});

it("never signs two trees of one size, and keeps both notes", async () => {
  await add(grown(5), 0);
  expect(await add(grown(5, "forged"), 5)).toMatchObject({ status: 409, text: "5\n" });
  const kept = readdirSync(where).filter((name) => name.startsWith("two-trees"));
  expect(kept).toHaveLength(1);
  const text = readFileSync(path.join(where, kept[0] ?? ""), "utf8");
  expect(text).toContain(grown(5).checkpoint());
  expect(text).toContain(grown(5, "forged").checkpoint());
});

it("refuses a tree that does not continue the one that it signed", async () => {
  await add(grown(5), 0);
  expect((await add(grown(9, "forged"), 5)).status).toBe(422);
  expect((await add(grown(9), 5, [])).status).toBe(422);
  expect((await add(grown(9), 5, grown(9).consistency(4))).status).toBe(422);
  expect((await add(grown(9), 5)).status).toBe(200);
});

it("refuses a first checkpoint with a proof", async () => {
  expect((await add(grown(5), 0, grown(5).consistency(2))).status).toBe(422);
});

it("refuses logs that it does not watch, and checkpoints that the log did not sign", async () => {
  const other = new HouseLog(2).append({ entry: 0 });
  expect((await add(other, 0)).status).toBe(404);
  expect((await add(grown(3, "entry", [seedOf(9)]), 0)).status).toBe(403);
  // One that trusted keys and strangers signed counts.
  expect((await add(grown(3, "entry", [seedOf(9), seedOf(1)]), 0)).status).toBe(200);
});

it("refuses a body that is not a request", async () => {
  const note = grown(3).checkpoint();
  const bodies = [
    "",
    "old 0\n",
    `old 00\n\n${note}`,
    `old -1\n\n${note}`,
    `old 0\nAAAA\n\n${note}`,
    `old 0\n\n${note}x`,
    note,
  ];
  for (const body of [...bodies, `old 4\n\n${note}`, `old 0\n${`${toBase64(seedOf(1))}\n`.repeat(64)}\n${note}`]) {
    expect((await post(body)).status).toBe(400);
  }
  expect((await post("x".repeat(100_000))).status).toBe(413);
  expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
  expect((await fetch(`${url}/other`)).status).toBe(404);
});

it("answers many at once one after the other: of two trees of one size it signs one", async () => {
  await add(grown(2), 0);
  const answers = await Promise.all([
    ...[grown(6), grown(6, "forged"), grown(7), grown(6), grown(5)].map((log) => add(log, 2)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it("keeps its key and its word over a restart", async () => {
  const key = await ownKey();
  await add(grown(5), 0);
  await stop();
  await start();
  expect(await ownKey()).toEqual(key);
  expect(await add(grown(5, "forged"), 0)).toMatchObject({ status: 409, text: "5\n" });
  expect((await add(grown(5, "forged"), 5)).status).toBe(409);
  expect((await add(grown(6), 5)).status).toBe(200);
});

it("does not start twice, nor with a key whose memory is lost", async () => {
  await add(grown(5), 0);
  await stop();
  writeFileSync(path.join(where, "running"), String(process.ppid));
  expect(() => new WitnessFolder(where)).toThrow(/runs already/);
  rmSync(path.join(where, "running"));
  rmSync(path.join(where, "cosigned.json"));
  expect(() => new WitnessFolder(where)).toThrow(/has forgotten what it signed/);
  stop = async () => {};
});

it("signs nothing if it cannot write down what it saw, or if another process wrote it", async () => {
  const file = path.join(where, "cosigned.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("}", "} "));
  expect(await add(grown(5), 0)).toMatchObject({ status: 500, text: expect.stringContaining("signs nothing") });
});
