// The check of one day: follows the public log from the last verdict to its newest checkpoint, replays the lots that
// changed, and checks their rows against the promises. It only reads.
import { toBase64 } from "@jara/proof/bytes";
import { parseCheckpoint } from "@jara/proof/checkpoint";
import { emptyRoot } from "@jara/proof/hashing";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import { type Key, parseVkey } from "@jara/proof/signed-note";
import type { Violation } from "../history/evidence.ts";
import { ms, ofIds, type Query } from "../history/query.ts";
import { Findings } from "../public-log/findings.ts";
import { followLog } from "../public-log/follow-log.ts";
import { Unread } from "../public-log/source.ts";
import { checkPortion, detailsOf } from "./check-records.ts";
import { checkEarlier } from "./earlier-verdicts.ts";
import { againOn, type FollowedGrown, followGrown, type Grown, replayLots } from "./follow-grown.ts";
import { allPromises } from "./judged.ts";
import { logSource, readLogs } from "./log-source.ts";
import { inPortions, lotsInLog, lotsOfDay } from "./lots-of-day.ts";
import type { Answer, Broken, Task } from "./task.ts";

/** The most lots that are replayed at once. If a whole log must be read and there are more, it is read several times. */
const LOTS_AT_ONCE = 2_000;
/** A condition that looked broken is looked at again after this time. */
const AGAIN_AFTER_MS = 20_000;
const MOST_DETAILS = 200;

/** The number of entries before the last verdict that are read again each night; all of them if the log has fewer. */
export const READ_AGAIN = 256_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Each log's number leads to what was followed of it; null: the whole log must be read. */
type Grew = ReadonlyMap<number, FollowedGrown | null>;

/** `readAgain`: the number of older entries that are read again. */
export const checkDay = async (
  query: Query,
  { name, keys: vkeys, from, until, againAfterMs = AGAIN_AFTER_MS }: Omit<Task, "databaseUrl">,
  readAgain = READ_AGAIN,
): Promise<Answer> => {
  const keys = vkeys.map(parseVkey).filter((key) => key !== null);
  const findings = new Findings();
  const followed = await checkEarlier(query, name, keys, findings);
  const [now] = await query<{ at: number }>(`select ${ms("clock_now()", "at")}`);
  const logs = (await readLogs(query)).map((log) => ({
    ...log,
    from: followed.get(log.origin) ?? null,
    signed: parseCheckpoint(log.checkpoint),
  }));
  const grew = new Map<number, FollowedGrown | null>();
  for (const log of logs) {
    const again = againOn(Math.floor(until / DAY_MS), log.from?.size ?? 0, readAgain);
    grew.set(log.number, await followGrown(query, log, keys, again, findings));
  }
  const inLog = new Set<string>();
  for (const { number, from: start, signed } of logs) {
    for (const id of await lotsInLog(query, number, start?.size ?? 0, signed?.size ?? 0)) inLog.add(id);
  }
  const lots = [...new Set([...inLog, ...(await lotsOfDay(query, from, until))])].sort();
  const violations: Violation[] = [];
  let isAll = true;
  // A log that must be read as a whole is followed also if no lot changed.
  for (let at = 0; at === 0 || at < lots.length; at += LOTS_AT_ONCE) {
    const group = lots.slice(at, at + LOTS_AT_ONCE);
    const replays = await replay(query, logs, grew, keys, group, findings, at === 0);
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
    ...(await countsOf(query, logs)),
    lots: inLog.size,
    logs: logs.flatMap((log) => growthOf(log, grew)),
    judged: allPromises,
    isPartial: !isAll,
    broken: await brokenIn(query, violations),
    faults: findings.all.filter(({ kind }) => kind === "fault").map(({ auction, sentence }) => ({ auction, sentence })),
    details: detailsOf(violations).slice(0, MOST_DETAILS),
  };
};

const growthOf = ({ number, origin, from, signed }: Grown, grew: Grew): Answer["logs"] => {
  if (!signed) return [];
  const { size, root } = from ?? { size: 0, root: toBase64(emptyRoot()) };
  const again = grew.get(number)?.again ?? { from: 0, to: size };
  return [{ origin, from: { size, root }, to: { size: signed.size, root: toBase64(signed.root) }, again }];
};

/** The newest log that has a lot counts, because a log that was begun anew has all lots again. */
const replay = async (
  query: Query,
  logs: readonly Grown[],
  grew: Grew,
  keys: readonly Key[],
  group: readonly string[],
  findings: Findings,
  isFirst: boolean,
): Promise<Map<string, LotReplay>> => {
  const replays = new Map<string, LotReplay>();
  for (const log of logs) {
    const known = grew.get(log.number)?.known;
    const lots = known
      ? await replayLots(query, log, known, group, findings)
      : await followWhole(query, logs, log, keys, group, isFirst ? findings : new Findings());
    for (const [id, one] of lots) replays.set(id, one);
  }
  return replays;
};

/** Reads the log from its first entry. */
const followWhole = async (
  query: Query,
  logs: readonly Grown[],
  { number, origin, from }: Grown,
  keys: readonly Key[],
  group: readonly string[],
  findings: Findings,
): Promise<ReadonlyMap<string, LotReplay>> => {
  const log = { number, origin, keys, witnesses: [], remembered: from?.note ?? null, others: [] };
  const which = { kept: new Set<string>(), replayed: new Set(group), hasTiles: false };
  try {
    return (await followLog(logSource(query, logs), { ...log, ...which }, findings))?.lots ?? new Map();
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    findings.fault(`Entries of ${origin} are missing in the database.`);
    return new Map();
  }
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
