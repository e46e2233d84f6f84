// `pnpm bench:nightly-check [entries]`: writes a log with this number of entries (a million by default) into a database
// of its own on the server of TEST_DATABASE_URL. The last hundredth of them is the newest day. The bench measures how
// the nightly check follows the log over this day: from the last verdict, and from the first entry.
import { toBase64, toHex, utf8 } from "@jara/proof/bytes";
import { checkpointText, parseCheckpoint } from "@jara/proof/checkpoint";
import { publicKeyOf, sign } from "@jara/proof/ed25519";
import { GrowingTree } from "@jara/proof/growing-tree";
import { type Hash, leafHash, nodeHash } from "@jara/proof/hashing";
import { ED25519, makeKey, signatureLine } from "@jara/proof/signed-note";
import { TILE_WIDTH } from "@jara/proof/tiles";
import postgres from "postgres";
import type { Query } from "../src/history/query.ts";
import { Findings } from "../src/public-log/findings.ts";
import { followLog } from "../src/public-log/follow-log.ts";
import { READ_AGAIN } from "../src/verdict/check-day.ts";
import { followGrown, replayLots } from "../src/verdict/follow-grown.ts";
import { logSource } from "../src/verdict/log-source.ts";
import { openPostgres } from "../src/verdict/query.ts";
import { fairEntries } from "./fair-entries.ts";

const ORIGIN = "bench.example/log/1";
const AT_ONCE = 5_000;
const seed = new Uint8Array(32).fill(1);
const key = makeKey(ORIGIN, ED25519, publicKeyOf(seed));

const count = Number(process.argv[2] ?? 1_000_000);
const older = count - Math.ceil(count / 100);

const foldOf = (hashes: readonly Hash[]): Hash => {
  const [first] = hashes;
  if (!first || hashes.length === 1) return first ?? new Uint8Array();
  const half = hashes.length / 2;
  return nodeHash(foldOf(hashes.slice(0, half)), foldOf(hashes.slice(half)));
};

const writeLog = async (sql: postgres.Sql): Promise<{ note: string; before: string; lots: readonly string[] }> => {
  await sql.unsafe(`create table log_leaves (log smallint, index bigint, auction_id uuid, version int, entry text, hash bytea,
      primary key (log, index));
    create unique index on log_leaves (log, auction_id, version);
    create table log_subtrees (log smallint, level smallint, n bigint, hash bytea, primary key (log, level, n))`);
  const tree = new GrowingTree();
  const levels: Hash[][] = [[]];
  const lots = new Set<string>();
  let before = "";
  let rows: { index: number; auction: string; version: number; entry: string; hash: string }[] = [];
  const flush = async (): Promise<void> => {
    await sql`insert into log_leaves select 1, index, auction, version, entry, decode(hash, 'hex') from unnest(${rows.map(({ index }) => index)}::bigint[],
      ${rows.map(({ auction }) => auction)}::uuid[], ${rows.map(({ version }) => version)}::int[],
      ${rows.map(({ entry }) => entry)}::text[], ${rows.map(({ hash }) => hash)}::text[]) as t(index, auction, version, entry, hash)`;
    rows = [];
  };
  for (const entry of fairEntries(count)) {
    const { auction, version } = JSON.parse(entry) as { auction: string; version: number };
    const hash = leafHash(utf8(entry));
    if (tree.size === older) before = toBase64(tree.root());
    if (tree.size >= older) lots.add(auction);
    rows.push({ index: tree.size, auction, version, entry, hash: toHex(hash) });
    tree.append(hash);
    levels[0]?.push(hash);
    if (rows.length === AT_ONCE) await flush();
  }
  if (rows.length > 0) await flush();
  for (let level = 1; ; level++) {
    const below = levels[level - 1] ?? [];
    const hashes = Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, n) =>
      foldOf(below.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
    );
    if (hashes.length === 0) break;
    levels.push(hashes);
    await sql`insert into log_subtrees select 1, ${level}::int, n - 1, decode(hash, 'hex')
      from unnest(${hashes.map(toHex)}::text[]) with ordinality as t(hash, n)`;
  }
  await sql`analyze`;
  const text = checkpointText(ORIGIN, { size: tree.size, root: tree.root() });
  return { note: `${text}\n${signatureLine(key, sign(utf8(text), seed))}`, before, lots: [...lots] };
};

const measured = async (what: string, run: () => Promise<unknown>): Promise<void> => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await run();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${what}: ${((user + system) / 1e6).toFixed(1)} s of processor time, ${seconds.toFixed(1)} s in all`);
};

const counted = (query: Query): { query: Query; rows: () => number } => {
  let rows = 0;
  return {
    rows: () => rows,
    query: async <R extends Record<string, unknown>>(text: string, params: readonly string[] = []) => {
      const found = await query<R>(text, params);
      rows += found.length;
      return found;
    },
  };
};

const main = async (): Promise<void> => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres");
  const name = `bench_nightly_${process.pid}`;
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const reader = openPostgres(url.href);
  try {
    console.log(`Writing ${count} entries, the newest ${count - older} of them since the last verdict …`);
    const { note, before, lots } = await writeLog(sql);
    const stored = { number: 1, origin: ORIGIN, checkpoint: note };
    const remembered = `${ORIGIN}\n${older}\n${before}\n\n— ${ORIGIN} AAAAAAAA\n`;
    const log = { ...stored, from: { size: older, root: before, note: remembered }, signed: parseCheckpoint(note) };
    for (const [what, again] of [
      ["from the last verdict", { from: 0, to: 0 }],
      [`from the last verdict, and ${READ_AGAIN} older entries again`, { from: 0, to: Math.min(older, READ_AGAIN) }],
    ] as const) {
      const { query, rows } = counted(reader.query);
      const findings = new Findings();
      await measured(what, async () => {
        const done = await followGrown(query, log, [key], again, findings);
        if (!done) throw new Error("the log was not followed");
        await replayLots(query, log, done.known, lots, findings);
      });
      console.log(`  ${rows()} rows, ${lots.length} lots`);
      if (findings.hasFault) throw new Error(`a fair log was found wrong: ${findings.all[0]?.sentence}`);
    }
    const { query, rows } = counted(reader.query);
    const findings = new Findings();
    const whole = { keys: [key], witnesses: [], others: [], kept: new Set<string>(), hasTiles: false };
    await measured("from the first entry", () =>
      followLog(
        logSource(query, [stored]),
        { ...whole, number: 1, origin: ORIGIN, remembered, replayed: new Set(lots) },
        findings,
      ),
    );
    console.log(`  ${rows()} rows, ${lots.length} lots`);
    if (findings.hasFault) throw new Error(`a fair log was found wrong: ${findings.all[0]?.sentence}`);
  } finally {
    await reader.close();
    await sql.end();
    await admin.unsafe(`drop database ${name}`);
    await admin.end();
  }
};

await main();
