// Notifies the staff who book payments, and the user who owes, of settlements and purchases that were opened, closed or need
// attention. It sends the state read from the database, one read after the other, so that the newest state is sent
// last.
import type { PushFrame } from "@jara/shared/live-commands";
import type { ExchangeRates } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import type { Change } from "../../engine/ports.ts";
import { type Rooms, rooms } from "../../live/rooms.ts";
import type { Database } from "../../platform/database/database.ts";
import { pollWhileDisconnected } from "../../platform/jobs/poll-while-disconnected.ts";
import { settlementsByIds, settlementsMovedWithin } from "./queries.ts";

/** While disconnected from Redis, the longest time until this node's users learn of a change made at another node. */
const LOOK_EVERY_MS = 1_000;

export interface SettlementNotifier {
  /** Call after the commit. Never fails. */
  committed(changes: readonly Change[]): void;
  changed(ids: readonly string[]): void;
  close(): void;
}

export const startSettlementNotifier = (deps: {
  database: Database;
  rooms: Rooms;
  rates: () => ExchangeRates;
  /** Whether this node receives the other nodes' messages. If not, it polls the database every second. */
  isClusterConnected: () => boolean;
  log: { warn(details: object, message: string): void };
}): SettlementNotifier => {
  const { database } = deps;
  const unread = new Set<string>();
  /** Purchases whose change no other code publishes to the buyer: the lot is ready or handed over. */
  const quiet = new Set<string>();
  /**
   * The settlements that this node sent while disconnected from Redis. A poll sends a settlement again only if it
   * changed since.
   */
  const published = new Map<string, string>();
  let isReading = false;
  let isClosed = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.size > 0 && !isClosed) {
        const ids = [...unread];
        unread.clear();
        const alsoToBuyer = new Set(quiet);
        quiet.clear();
        for (const settlement of await settlementsByIds(database, ids, deps.rates())) {
          if (polling.isDisconnected()) published.set(settlement._id, JSON.stringify(settlement));
          deps.rooms.publishEverywhere(rooms.desk, { type: "settlement:changed", data: { settlement } });
          const own = ofWinner(settlement) ?? (alsoToBuyer.has(settlement._id) ? ofBuyer(settlement) : null);
          if (own) deps.rooms.publishEverywhere(rooms.user(settlement.buyer._id), own);
        }
      }
    } catch (error) {
      // Losing the message is harmless, because the staff's list shows the settlement.
      if (!isClosed) deps.log.warn({ err: error }, "settlement changes not sent");
    } finally {
      isReading = false;
    }
  };
  const changed = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    for (const id of ids) unread.add(id);
    database.wake("list:settlements");
    void read();
  };

  const polling = pollWhileDisconnected({
    everyMs: LOOK_EVERY_MS,
    isClusterConnected: deps.isClusterConnected,
    poll: async (seconds) => {
      for (const settlement of await settlementsMovedWithin(database, seconds, deps.rates())) {
        const json = JSON.stringify(settlement);
        if (published.get(settlement._id) === json) continue;
        published.set(settlement._id, json);
        deps.rooms.publish(rooms.desk, { type: "settlement:changed", data: { settlement } });
        const own = ofWinner(settlement) ?? ofBuyer(settlement);
        if (own) deps.rooms.publish(rooms.user(settlement.buyer._id), own);
      }
    },
    reconnected: () => published.clear(),
  });

  return {
    changed: (ids) => {
      for (const id of ids) quiet.add(id);
      changed(ids);
    },
    committed: (changes) => changed(changes.flatMap(touched)),
    close() {
      isClosed = true;
      polling.close();
    },
  };
};

const ofWinner = ({ kind, auction, status, remaining, dueAt }: Settlement): PushFrame | null =>
  kind === "win" ? { type: "win:changed", data: { auctionId: auction._id, status, remaining, dueAt } } : null;

const purchaseStatus = {
  open: "pending",
  paid: "paid",
  forfeited: "forfeited",
  waived: "void",
  void: "void",
  refunded: "void",
} as const;

/**
 * The node that committed the change notifies the buyer of what became of a purchase. A poll does so only while that
 * node's messages do not arrive.
 */
const ofBuyer = ({ kind, auction, status, dueAt }: Settlement): PushFrame | null =>
  kind === "buy-it-now"
    ? { type: "purchase:changed", data: { auctionId: auction._id, status: purchaseStatus[status], deadline: dueAt } }
    : null;

const touched = ({ before, after }: Change): string[] => {
  const ids: string[] = [];
  if (before.settlement !== after.settlement) {
    if (before.settlement) ids.push(before.settlement.id);
    if (after.settlement) ids.push(after.settlement.id);
  }
  if (before.purchase !== after.purchase) {
    if (before.purchase) ids.push(before.purchase.id);
    if (after.purchase) ids.push(after.purchase.id);
  }
  return ids;
};
