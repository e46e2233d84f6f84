// Finds the states of lots around certain changes, by replaying their logs. Only changes that say what a lot is need it.
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { AuctionEvent } from "../../../auction/events.ts";
import { create, evolveChange, isKnown } from "../../../auction/evolve.ts";
import type { AuctionState } from "../../../auction/state.ts";
import type { LoggedEvent } from "../../../auction/view/history.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { auctionEvents } from "../../../platform/database/schema/log.ts";
import { prepared } from "../../../platform/database/statements.ts";

export interface Around {
  /** Null before the creation. */
  readonly before: AuctionState | null;
  readonly after: AuctionState;
}

/** By revision. */
export type Arounds = ReadonlyMap<number, Around>;

export interface Replayed {
  readonly found: Arounds;
  /** True if the log that was read has an event which this version of the program does not know. */
  readonly isNewer: boolean;
}

export interface ToReplay {
  readonly auctionId: string;
  readonly revisions: readonly number[];
}

/** Lots whose logs are this short are read together. */
const SHORT = 40;
const SHORT_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

const { auctionId, revision, events, at } = auctionEvents;
const columns = { auctionId, revision, events, at };

interface Row {
  readonly revision: number;
  readonly events: unknown;
  /** Epoch ms. */
  readonly at: number;
}

/** `lateral` and the limit, which is never reached, make every plan look up each lot by its key. */
const logsOfMany = prepared((db) => {
  const log = db
    .select(columns)
    .from(auctionEvents)
    .where(sql`${auctionId} = asked.id and ${revision} <= asked.up_to`)
    .limit(SHORT + 1)
    .as("log");
  return db
    .select({ auctionId: log.auctionId, revision: log.revision, events: log.events, at: log.at })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[], ${sql.placeholder("last")}::int[]) as asked (id, up_to)`)
    .crossJoinLateral(log)
    .prepare("short logs of lots");
});

const pageOfLog = prepared((db) =>
  db
    .select(columns)
    .from(auctionEvents)
    .where(
      and(
        eq(auctionId, sql.placeholder("id")),
        gt(revision, sql.placeholder("after")),
        lte(revision, sql.placeholder("last")),
      ),
    )
    .orderBy(revision)
    .limit(ROWS_AT_ONCE)
    .prepare("a page of a lot's log"),
);

/** By auction. A revision is missing if the log does not begin with the lot's creation. */
export const statesAround = async (
  database: Pick<Database, "db">,
  lots: readonly ToReplay[],
): Promise<Map<string, Replayed>> => {
  const replays = new Map(lots.map((lot) => [lot.auctionId, new Replay(lot)]));
  const all = [...replays.values()];
  const short = all.filter(({ last }) => last <= SHORT);
  for (let at = 0; at < short.length; at += SHORT_AT_ONCE) {
    const some = short.slice(at, at + SHORT_AT_ONCE);
    const rows = await logsOfMany(database).execute({
      ids: arrayLiteral(some.map((one) => one.auctionId)),
      last: arrayLiteral(some.map(({ last }) => last)),
    });
    for (const row of rows.sort((a, b) => a.revision - b.revision)) replays.get(row.auctionId)?.add(row);
  }
  // Read in parts, so that a lot with any number of bids needs little memory.
  for (const replay of all.filter(({ last }) => last > SHORT)) {
    for (let isMore = true; isMore; ) {
      const { auctionId: id, revision: after, last } = replay;
      const rows = await pageOfLog(database).execute({ id, after, last });
      for (const row of rows) replay.add(row);
      isMore = rows.length === ROWS_AT_ONCE;
    }
  }
  return new Map(all.map(({ auctionId: id, found, isNewer }) => [id, { found, isNewer }]));
};

class Replay {
  readonly auctionId: string;
  readonly last: number;
  readonly found = new Map<number, Around>();
  isNewer = false;
  readonly #wanted: ReadonlySet<number>;
  #state: AuctionState | null = null;
  revision = 0;

  constructor(lot: ToReplay) {
    this.auctionId = lot.auctionId;
    this.last = Math.max(...lot.revisions);
    this.#wanted = new Set(lot.revisions);
  }

  add(row: Row): void {
    const change = row.events as readonly LoggedEvent[];
    this.isNewer ||= !change.every(isKnown);
    const before = this.isNewer ? null : this.#state;
    const [first] = change;
    if (first?.type === "AuctionCreated") this.#state = create(first, row.at);
    else this.#state = before && evolveChange(before, change as readonly AuctionEvent[]);
    this.revision = row.revision;
    if (this.#state && this.#wanted.has(row.revision)) this.found.set(row.revision, { before, after: this.#state });
  }
}
