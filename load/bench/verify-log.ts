// `pnpm bench:verify-log [entries]`: writes a log with this number of entries (a million by default) into a folder and
// measures the verifier on it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { concat, utf8 } from "@jara/proof/bytes";
import { checkpointText } from "@jara/proof/checkpoint";
import { publicKeyOf, sign } from "@jara/proof/ed25519";
import { GrowingTree } from "@jara/proof/growing-tree";
import { leafHash } from "@jara/proof/hashing";
import { ED25519, makeKey, signatureLine, toVkey } from "@jara/proof/signed-note";
import { bundlePath, TILE_WIDTH } from "@jara/proof/tiles";
import { openSource } from "../src/public-log/source.ts";
import type { State } from "../src/public-log/state-file.ts";
import { verifySite } from "../src/public-log/verify-site.ts";
import { fairEntries } from "./fair-entries.ts";

const ORIGIN = "bench.example/log/1";

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
  for (const text of fairEntries(count)) {
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
    keys: [],
    witnesses: [],
    others: [],
    lot: null,
    receipts: null,
    hasTiles: false,
    compared: 0,
    now: Date.now(),
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
