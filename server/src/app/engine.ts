// Wires the engine: the state that it decides on, and the publishing of its commits.
import type { ExchangeRates } from "@jara/shared/money";
import type { Config } from "../config.ts";
import { AuctionEngine, type EngineEvents } from "../engine/auction-engine.ts";
import type { Change, EngineStore } from "../engine/ports.ts";
import type { AccountNews } from "../features/accounts/account-news.ts";
import type { SettlementNews } from "../features/settlements/settlement-news.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Live } from "./live.ts";
import type { Metrics } from "./metrics.ts";

export interface EngineParts {
  readonly config: Pick<Config, "staffMayBid">;
  readonly store: EngineStore;
  readonly clock: Clock;
  readonly rates: () => ExchangeRates;
  readonly metrics: Pick<Metrics, "engine">;
  readonly log: { error(details: object, message: string): void };
  readonly events: EngineEvents;
}

export const createEngine = ({ config, store, clock, rates, metrics, log, events }: EngineParts): AuctionEngine =>
  new AuctionEngine({ store, clock, rates, staffMayBid: config.staffMayBid, log, observe: metrics.engine, events });

/** Publishes a commit and wakes the jobs that now have work. Must be called only after the commit. */
export const publishCommits = (
  live: Live,
  after: {
    readonly accounts: Pick<AccountNews, "changed">;
    readonly settlements: Pick<SettlementNews, "committed">;
    /** Called when a start or an end time moved. */
    readonly timesMoved: () => void;
    readonly mailsWritten: () => void;
  },
): EngineEvents => ({
  committed: (changes, at, balances, notified) => {
    const { interests, publisher, neighbours } = live;
    const gained = interests.committed(changes);
    if (gained.length > 0) neighbours?.tellPeople(gained);
    publisher.publish(changes, at);
    publisher.notify(notified, changes);
    for (const userId of balances.keys()) after.accounts.changed(userId);
    after.settlements.committed(changes);
    const moved = changes.filter(({ before, after: now }) => before.version !== now.version);
    if (neighbours && moved.length > 0) neighbours.tellMoved([...new Set(moved.map(({ after: now }) => now.id))]);
    if (changes.some(movesTimes)) after.timesMoved();
    if (notified.length > 0 || changes.some(writesMails)) after.mailsWritten();
  },
  // For a commit with an unknown result, read the auctions once the database answers again.
  unknown: live.catchUp,
});

const movesTimes = ({ before, after }: Change): boolean =>
  before.status !== after.status || before.endsAt !== after.endsAt || before.startsAt !== after.startsAt;

/** Every change that writes a mail also changes one of these. */
const writesMails = ({ before, after }: Change): boolean =>
  before.status !== after.status ||
  before.leader?.id !== after.leader?.id ||
  before.settlement?.id !== after.settlement?.id;
