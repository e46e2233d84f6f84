// The check of one day: follows the public log from the last verdict to its newest checkpoint, replays the lots that changed, and
// holds their rows against the promises. It only reads.
import { toBase64 } from "@jara/proof/bytes";
import { type Checkpoint, parseCheckpoint } from "@jara/proof/checkpoint";
import { emptyRoot } from "@jara/proof/hashing";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import { type Key, parseVkey } from "@jara/proof/signed-note";
import type { Violation } from "../history/evidence.ts";
import { ms, ofIds, type Query } from "../history/query.ts";
import { Findings } from "../public-log/findings.ts";
import { followLog } from "../public-log/follow-log.ts";
import { Unread } from "../public-log/source.ts";
import { checkPortion, detailsOf } from "./check-records.ts";
import { checkEarlier, type Followed } from "./earlier-verdicts.ts";
import { allPromises } from "./judged.ts";
import { logSource, readLogs, type StoredLog } from "./log-source.ts";
import { inPortions, lotsInLog, lotsOfDay } from "./lots-of-day.ts";
import type { Answer, Broken, Task } from "./task.ts";

/** The most lots that are replayed at once. If there are more, the log is read several times. */
const LOTS_AT_ONCE = 2_000;
/** A condition that looked broken is looked at again after this time. */
const AGAIN_AFTER_MS = 20_000;
const MOST_DETAILS = 200;

interface Grown extends StoredLog {
  readonly from: Followed | null;
  readonly signed: Checkpoint | null;
}

export const checkDay = async (
  query: Query,
  { name, keys: vkeys, from, until, againAfterMs = AGAIN_AFTER_MS }: Omit<Task, "databaseUrl">,
): Promise<Answer> => {
  const keys = vkeys.map(parseVkey).filter((key) => key !== null);
  const findings = new Findings();
  const followed = await checkEarlier(query, name, keys, findings);
  const [now] = await query<{ at: number }>(`select ${ms("clock_timestamp()", "at")}`);
  const logs = (await readLogs(query)).map((log) => ({
    ...{ ...log, from: followed.get(log.origin) ?? null, signed: parseCheckpoint(log.checkpoint) },
  }));
  const inLog = new Set<string>();
  for (const { number, from: start, signed } of logs) {
    for (const id of await lotsInLog(query, number, start?.size ?? 0, signed?.size ?? 0)) inLog.add(id);
  }
  const lots = [...new Set([...inLog, ...(await lotsOfDay(query, from, until))])].sort();
  const violations: Violation[] = [];
  let isAll = true;
  // The log is followed also if no lot changed.
  for (let at = 0; at === 0 || at < lots.length; at += LOTS_AT_ONCE) {
    const group = lots.slice(at, at + LOTS_AT_ONCE);
    const replays = await follow(query, logs, keys, group, at === 0 ? findings : new Findings());
    for (const id of group) sayRemarks(replays.get(id), findings);
    const { portions, isAll: isEach } = await inPortions(query, group);
    isAll &&= isEach;
    for (const portion of portions) {
      const deps = { query, since: from, replays, logReadAt: now?.at ?? 0, againAfterMs };
      const checked = await checkPortion(deps, portion);
      violations.push(...checked.violations);
      isAll &&= checked.isAll;
    }
  }
  return {
    ...{ ...(await countsOf(query, logs)), lots: inLog.size, logs: logs.flatMap(growthOf) },
    ...{ judged: allPromises, isPartial: !isAll, broken: await brokenIn(query, violations) },
    faults: findings.all.filter(({ kind }) => kind === "fault").map(({ auction, sentence }) => ({ auction, sentence })),
    details: detailsOf(violations).slice(0, MOST_DETAILS),
  };
};

const growthOf = ({ origin, from, signed }: Grown): Answer["logs"] => {
  if (!signed) return [];
  const { size, root } = from ?? { size: 0, root: toBase64(emptyRoot()) };
  return [{ origin, from: { size, root }, to: { size: signed.size, root: toBase64(signed.root) } }];
};

/** The newest log that has a lot counts, because a log that was begun anew has all lots again. */
const follow = async (
  query: Query,
  logs: readonly Grown[],
  keys: readonly Key[],
  group: readonly string[],
  findings: Findings,
): Promise<Map<string, LotReplay>> => {
  const source = logSource(query, logs);
  const replays = new Map<string, LotReplay>();
  for (const { number, origin, from } of logs) {
    const log = {
      number,
      origin,
      keys,
      witnesses: [],
      remembered: from?.note ?? null,
      others: [],
      kept: new Set<string>(),
    };
    try {
      const done = await followLog(source, { ...log, replayed: new Set(group), hasTiles: false }, findings);
      for (const [id, replay] of done?.lots ?? []) replays.set(id, replay);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      findings.fault(`Entries of ${origin} are missing in the database.`);
    }
  }
  return replays;
};

const sayRemarks = (replay: LotReplay | undefined, findings: Findings): void => {
  for (const { kind, auction, version, sentence } of replay?.remarks ?? []) {
    if (kind === "fault") findings.fault(`Version ${version}: ${sentence}`, auction);
  }
};

const COUNTED_AT_ONCE = 1_000;

/** Entries and bids since the last verdict. */
const countsOf = async (query: Query, logs: readonly Grown[]): Promise<{ entries: number; bids: number }> => {
  let [entries, bids] = [0, 0];
  for (const { number, from, signed } of logs) {
    const to = signed?.size ?? 0;
    entries += Math.max(0, to - (from?.size ?? 0));
    for (let at = from?.size ?? 0; at < to; at += COUNTED_AT_ONCE) {
      const [row] = await query<{ bids: number }>(
        `select coalesce(sum((length(entry) - length(replace(entry, '"type":"bid"', ''))) / 12), 0)::int as bids
         from log_leaves where log = $1::text::int and index >= $2::text::bigint and index < $3::text::bigint`,
        [String(number), String(at), String(Math.min(to, at + COUNTED_AT_ONCE))],
      );
      bids += row?.bids ?? 0;
    }
  }
  return { entries, bids };
};

/** One for each promise and lot. A lot that was never public has no name outside. */
const brokenIn = async (query: Query, violations: readonly Violation[]): Promise<Broken[]> => {
  const ids = [...new Set(violations.flatMap(({ auctionId }) => auctionId ?? []))];
  const rows = await query<{ id: string; version: number }>(
    `select auction_id as id, max(version) as version from log_leaves
     where ${ofIds("auction_id")} group by auction_id`,
    [ids.join(",")],
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const found = new Map<string, Broken>();
  for (const { promise, auctionId } of violations) {
    const version = auctionId === null ? undefined : versions.get(auctionId);
    const where = auctionId === null ? "books" : version === undefined ? "hidden lot" : "lot";
    const auction = where === "lot" ? auctionId : null;
    found.set(`${promise} ${where} ${auction}`, { promise, where, auction, version: version ?? null });
  }
  return [...found.values()];
};
