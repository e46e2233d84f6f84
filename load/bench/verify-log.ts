// `pnpm bench:verify-log [entries]`: writes a log of so many entries (a million by itself) into a folder and measures the
// verifier on it. Lots are fair: bids by hand and auto-bids, a soft close, an end with a winner.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { concat, utf8 } from "@jara/proof/bytes";
import { canonical } from "@jara/proof/canonical-json";
import { checkpointText } from "@jara/proof/checkpoint";
import { publicKeyOf, sign } from "@jara/proof/ed25519";
import { GrowingTree } from "@jara/proof/growing-tree";
import { leafHash, sha256Of } from "@jara/proof/hashing";
import { ED25519, makeKey, signatureLine, toVkey } from "@jara/proof/signed-note";
import { bundlePath, TILE_WIDTH } from "@jara/proof/tiles";
import { openSource } from "../src/public-log/source.ts";
import type { State } from "../src/public-log/state-file.ts";
import { verifySite } from "../src/public-log/verify-site.ts";

const LEAVES_A_LOT = 200;
const ORIGIN = "bench.example/log/1";
const START = Date.parse("2026-11-25T12:00:00.000Z");
const HOUR = 60 * 60 * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();
const hex = (text: string): string => Buffer.from(sha256Of(text)).toString("hex");
const bidders = Array.from({ length: 50 }, (_, index) => hex(`bidder ${index}`));

/** The entries of one lot, which starts a second after the one before it. */
function* lotOf(n: number): Generator<string> {
  const auction = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const start = START + n * 1000;
  const end = start + HOUR;
  let version = 0;
  const leaf = (at: number, ...facts: object[]): string =>
    canonical({ at: iso(at), auction, facts, v: 1, version: ++version });
  yield leaf(start, {
    ...{ type: "opened", contentVersion: 1, currency: "NGN", endsAt: iso(end), startsAt: null, startingPrice: 100000 },
    ...{
      increment: 10000,
      buyItNow: null,
      softClose: { windowSeconds: 120, capMinutes: 30 },
      rules: null,
      reserve: null,
    },
    ...{ lotHash: hex(auction), media: [], price: 100000, bidCount: 0 },
  });
  let [number, price] = [0, 100000];
  const bid = (kind: string, bidder: number): object => {
    price += 10000;
    number += 1;
    return { type: "bid", number, amount: price, kind, bidder: bidders[bidder % bidders.length] };
  };
  while (version < LEAVES_A_LOT - 2) {
    const answer = version % 4 === 0 ? [bid("manual", version), bid("auto", version + 1)] : [bid("manual", version)];
    yield leaf(start + version * 10_000, ...answer);
  }
  const at = end - 60_000;
  yield leaf(at, bid("manual", 3), { type: "extended", bid: number, from: iso(end), endsAt: iso(at + 120_000) });
  const endedAt = iso(at + 120_000);
  yield leaf(at + 120_000, { type: "ended", endedAt, winner: bidders[3], reserve: null });
}

/** Twenty lots at a time, in turn, as on a busy evening. */
function* entriesOf(count: number): Generator<string> {
  const AT_ONCE = 20;
  let next = 0;
  let made = 0;
  const open: Generator<string>[] = [];
  while (made < count) {
    while (open.length < AT_ONCE) open.push(lotOf(next++));
    const lot = open[made % AT_ONCE] as Generator<string>;
    const { value, done } = lot.next();
    if (done) {
      open[made % AT_ONCE] = lotOf(next++);
      continue;
    }
    made += 1;
    yield value;
  }
}

const writeLog = (folder: string, count: number): void => {
  const seed = new Uint8Array(32).fill(1);
  const key = makeKey(ORIGIN, ED25519, publicKeyOf(seed));
  const tree = new GrowingTree();
  let bundle: Uint8Array[] = [];
  const flush = (): void => {
    const file = path.join(folder, "log/1", bundlePath(Math.ceil(tree.size / TILE_WIDTH) - 1, bundle.length / 2));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, concat(...bundle));
    bundle = [];
  };
  for (const text of entriesOf(count)) {
    const entry = utf8(text);
    tree.append(leafHash(entry));
    bundle.push(Uint8Array.of(entry.length >> 8, entry.length & 255), entry);
    if (bundle.length === 2 * TILE_WIDTH) flush();
  }
  if (bundle.length > 0) flush();
  const note = checkpointText(ORIGIN, { size: tree.size, root: tree.root() });
  writeFileSync(path.join(folder, "log/1/checkpoint"), `${note}\n${signatureLine(key, sign(utf8(note), seed))}`);
  const keys = [{ vkey: toVkey(key) }];
  const index = { logs: [{ number: 1, origin: ORIGIN }], keys, receiptKeys: [], witnesses: [] };
  writeFileSync(path.join(folder, "log/index.json"), JSON.stringify(index));
};

const count = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-log-"));
try {
  console.log(`Writing ${count} entries …`);
  writeLog(folder, count);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const state: State = { format: "jara-verifier-v1", site: "bench", keys: [], checkpoints: {} };
  const run = await verifySite(openSource(`file://${folder}`, null), state, {
    ...{
      keys: [],
      witnesses: [],
      others: [],
      lot: null,
      receipts: null,
      hasTiles: false,
      compared: 0,
      now: Date.now(),
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (run.findings.hasFault) throw new Error(`a fair log was found wrong: ${run.findings.all[0]?.sentence}`);
  console.log(
    `${count} entries, ${run.logs[0]?.lots.size} lots: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
