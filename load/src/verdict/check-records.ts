// Checks the lots of one portion against the promises. A violation is read once more after a while, because auctions go
// on meanwhile: only a violation that is found twice counts.
import { setTimeout as sleep } from "node:timers/promises";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import { findingOf } from "../history/check-history.ts";
import { evidenceOf, type Violation } from "../history/evidence.ts";
import { ofIds, type Query } from "../history/query.ts";
import { readStored, StillChanging } from "../history/stored.ts";
import { judged, LOG_AGREES } from "./judged.ts";
import { differsFromLog } from "./log-agrees.ts";

export interface RecordsDeps {
  readonly query: Query;
  /** Epoch ms: from then on each change has what this version of the program writes. */
  readonly since: number;
  /** Each lot's id leads to its replay. */
  readonly replays: ReadonlyMap<string, LotReplay>;
  /** Epoch ms of the database. */
  readonly logReadAt: number;
  readonly againAfterMs: number;
}

export interface CheckedPortion {
  readonly violations: readonly Violation[];
  /** False: some lots were not checked, because they changed all the time or are too large. */
  readonly isAll: boolean;
}

/** More entries of the people's ledgers would take too much memory. */
const MOST_ENTRIES = 100_000;

export const checkPortion = async (deps: RecordsDeps, lots: readonly string[]): Promise<CheckedPortion> => {
  const people = await peopleOf(deps.query, lots);
  const read = (await fits(deps.query, people)) ? await violationsIn(deps, lots, people) : null;
  if (read !== null) {
    if (read.length === 0) return { violations: [], isAll: true };
    await sleep(deps.againAfterMs);
    const again = await violationsIn(deps, lots, people);
    if (again !== null) {
      const found = new Set(again.map(keyOf));
      return { violations: read.filter((one) => found.has(keyOf(one))), isAll: true };
    }
  }
  if (lots.length <= 1) return { violations: [], isAll: false };
  const middle = Math.ceil(lots.length / 2);
  const halves = [await checkPortion(deps, lots.slice(0, middle)), await checkPortion(deps, lots.slice(middle))];
  return { violations: halves.flatMap(({ violations }) => violations), isAll: halves.every(({ isAll }) => isAll) };
};

const keyOf = ({ promise, auctionId }: Violation): string => `${promise} ${auctionId}`;

/** Null: the rows changed in each try. */
const violationsIn = async (
  { query, since, replays, logReadAt }: RecordsDeps,
  lots: readonly string[],
  people: readonly string[],
): Promise<readonly Violation[] | null> => {
  try {
    const stored = await readStored(query, lots, people, "records");
    const history = { calls: [], watching: [], held: [], clock: null, since, takesDeposits: true };
    const evidence = evidenceOf(history, stored);
    const found = judged.flatMap((check) => check.run(evidence).violations);
    const differing = lots.flatMap((id) => {
      const what = differsFromLog(id, stored, replays.get(id)?.lot, logReadAt);
      return what === null ? [] : [{ promise: LOG_AGREES, auctionId: id, what }];
    });
    return [...found, ...differing];
  } catch (error) {
    if (error instanceof StillChanging) return null;
    throw error;
  }
};

/** Everybody whose money the lots may have moved. */
const peopleOf = async (query: Query, lots: readonly string[]): Promise<string[]> => {
  const rows = await query<{ id: string }>(
    `select seller_id as id from auctions where ${ofIds("id")}
     union select bidder_id from bids where ${ofIds("auction_id")}
     union select actor_id from auction_events where ${ofIds("auction_id")} and actor_id is not null
     union select user_id from ledger_entries where ${ofIds("auction_id")}`,
    [lots.join(",")],
  );
  return rows.map(({ id }) => id);
};

const fits = async (query: Query, people: readonly string[]): Promise<boolean> => {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from ledger_entries where ${ofIds("user_id")} limit ${MOST_ENTRIES + 1}) counted`,
    [people.join(",")],
  );
  return (row?.count ?? 0) <= MOST_ENTRIES;
};

/** Administrators alone read these sentences. */
export const detailsOf = (violations: readonly Violation[]): string[] => violations.map(findingOf);
