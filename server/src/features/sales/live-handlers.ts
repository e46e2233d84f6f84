// Handlers of the live commands for watching a sale.
import { refusal } from "@jara/shared/errors";
import { toIso } from "../../auction/view/to-public.ts";
import { seesDrafts } from "../../auction/view/viewer.ts";
import { admitWatch } from "../../live/admit-watch.ts";
import { type Handlers, invalid } from "../../live/dispatch.ts";
import { type Connection, MOST_ROOMS, type Rooms, rooms } from "../../live/rooms.ts";
import { WatchOrder } from "../../live/watch-order.ts";
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { gatherReads } from "../../platform/database/gather-reads.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { Admission } from "../../platform/limits/admission.ts";
import { findSales, type SaleRow } from "./queries.ts";
import { toSaleState } from "./sale-notifier.ts";

/** A crowd that comes to one sale costs at most ten reads a second. */
const CROWDS_READ = { atOnce: 100, everyMs: 100 };
const notFound = refusal("NOT_FOUND", { message: "Sale not found" });

export interface SaleWatchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly admission: Pick<Admission, "watches">;
}

export const saleHandlers = (deps: SaleWatchDeps): Pick<Handlers, "sale:watch" | "sale:unwatch"> => {
  const { database, clock, admission, rooms: allRooms } = deps;
  const findTogether = gatherReads<SaleRow>(
    async (ids) => new Map((await findSales(database, ids, true)).map((sale) => [sale.id, sale])),
    CROWDS_READ,
  );
  const order = new WatchOrder();

  const watch = async (connection: Connection, id: string) => {
    const room = rooms.sale(id);
    const wasWatching = connection.rooms.has(room);
    if (!wasWatching && connection.rooms.size >= MOST_ROOMS)
      return invalid([{ path: "saleId", message: `at most ${MOST_ROOMS} auctions and sales can be watched at once` }]);
    // Join before the read, so that a change in between is either in the answer or comes as an event.
    allRooms.join(connection, room);
    try {
      const serverTime = toIso(clock.now());
      const sale = await findTogether(id);
      // Use the role that the account has after the read.
      const isSeen = sale?.status === "published" || seesDrafts(connection.user?.role ?? "user");
      if (sale && isSeen) return { sale: toSaleState(sale), serverTime };
    } catch (error) {
      if (!wasWatching) allRooms.leave(connection, room);
      throw error;
    }
    allRooms.leave(connection, room);
    return notFound;
  };

  return {
    "sale:watch": async (connection, { saleId }) => {
      if (!isUuid(saleId)) return notFound;
      return await order.watch(connection, saleId, () =>
        admitWatch(admission, connection, () => watch(connection, saleId)),
      );
    },
    "sale:unwatch": async (connection, { saleId }) => {
      await order.unwatch(connection, saleId, () => allRooms.leave(connection, rooms.sale(saleId)));
      return {};
    },
  };
};
