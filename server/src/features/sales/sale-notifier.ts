// Publishes the state of a sale to its watchers, after the staff acted on it or its last lot closed. It reads the sale
// from the database, one read after the other, so that the newest state of this node is sent last. It publishes only
// what everybody may see.
import type { SaleState } from "@jara/shared/calls/live-sales";
import { type AuctionState, isOver } from "../../auction/state.ts";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Change } from "../../engine/ports.ts";
import { type Rooms, rooms, saleOfRoom } from "../../live/rooms.ts";
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { pollWhileDisconnected } from "../../platform/jobs/poll-while-disconnected.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { findSales, type SaleRow, salesOfLots } from "./queries.ts";

/** While disconnected from Redis, the longest time until this node's watchers learn of a change made at another node. */
const LOOK_EVERY_MS = 1_000;
const PUBLISHED_KEPT = 2_000;
/** After a failed read. */
const READ_AGAIN_MS = 1_000;

export interface SaleNotifier {
  /** Call after the commit. Never fails. */
  changed(saleId: string): void;
  /** Call with each commit of lots: a sale is over when its last lot closes. Never fails. */
  committed(changes: readonly Change[]): void;
  close(): void;
}

export const toSaleState = (row: SaleRow): SaleState => ({
  _id: row.id,
  title: row.title,
  status: row.status,
  opensAt: toIsoOrNull(row.opensAt),
  closesAt: toIso(row.closesAt),
  isPaused: row.pausedAt !== null,
  isOver: row.isOver,
  termsVersion: row.termsVersion,
  revision: row.revision,
});

export const startSaleNotifier = (deps: {
  readonly database: Database;
  readonly rooms: Rooms;
  readonly clock: Clock;
  /** Whether this node receives the other nodes' messages. If not, it reads the watched sales every second. */
  readonly isClusterConnected: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}): SaleNotifier => {
  const { database, clock } = deps;
  const unread = { sales: new Set<string>(), lots: new Set<string>() };
  /** The state that this node published last, so that a lot that closes sends nothing while its sale goes on. */
  const published = createBoundedCache<string, string>(PUBLISHED_KEPT);
  let isReading = false;
  let isClosed = false;

  /**
   * Publishes to the watchers of this node or of all nodes. If a lot closed and its sale goes on, nothing is published.
   */
  const publish = async (ids: readonly string[], to: "here" | "everywhere", isLots = false): Promise<void> => {
    const serverTime = toIso(clock.now());
    for (const row of await findSales(database, ids, false)) {
      const sale = toSaleState(row);
      const json = JSON.stringify(sale);
      if (published.get(sale._id) === json || (isLots && !sale.isOver && !published.has(sale._id))) continue;
      published.set(sale._id, json);
      const frame = { type: "sale:changed", data: { saleId: sale._id, sale, serverTime } } as const;
      if (to === "everywhere") deps.rooms.publishEverywhere(rooms.sale(sale._id), frame);
      else deps.rooms.publish(rooms.sale(sale._id), frame);
    }
  };
  const mayReach = (id: string) => deps.rooms.mayReach(rooms.sale(id));
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.sales.size + unread.lots.size > 0 && !isClosed) {
        const [ids, lots] = [[...unread.sales], [...unread.lots]];
        unread.sales.clear();
        unread.lots.clear();
        try {
          await publish(ids.filter(mayReach), "everywhere");
          await publish((await salesOfLots(database, lots)).filter(mayReach), "everywhere", true);
        } catch (error) {
          for (const id of ids) unread.sales.add(id);
          for (const id of lots) unread.lots.add(id);
          throw error;
        }
      }
    } catch (error) {
      if (isClosed) return;
      deps.log.warn({ err: error }, "changes of sales not sent; trying again");
      setTimeout(() => void read(), READ_AGAIN_MS).unref();
    } finally {
      isReading = false;
    }
  };
  const watched = (): string[] => [...deps.rooms.names()].flatMap((room) => saleOfRoom(room) ?? []);
  const polling = pollWhileDisconnected({
    everyMs: LOOK_EVERY_MS,
    isClusterConnected: deps.isClusterConnected,
    poll: () => publish(watched(), "here"),
    reconnected: () => {},
  });
  return {
    changed: (saleId) => {
      database.wake("list:sales");
      unread.sales.add(saleId);
      void read();
    },
    committed: (changes) => {
      const closed = changes.filter(({ before, after }) => isLeft(before) !== isLeft(after));
      if (closed.length === 0) return;
      for (const { after } of closed) unread.lots.add(after.id);
      void read();
    },
    close() {
      isClosed = true;
      polling.close();
    },
  };
};

const isLeft = (lot: AuctionState): boolean => !isOver(lot) && !(lot.status === "draft" && lot.startsAt === null);
