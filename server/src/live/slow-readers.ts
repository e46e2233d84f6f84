// Finds slow readers and limits them, because their unread data fills this process's memory and nothing else bounds it.
// They are removed from the rooms of auctions and feeds, but still get their own events. Once they have read everything
// they are returned and told to fetch those auctions again. A reader that takes too long is disconnected.
import { auctionOfRoom, type Backlog, type Connection, isStaffFeed, type Rooms, rooms, saleOfRoom } from "./rooms.ts";

/** A plain WebSocket with more unread bytes than this is a slow reader. */
export const BACKLOG_BYTES = 128 * 1024;
/** A Socket.IO connection with more unread packets than this is one: about six seconds of a price every 50 ms. */
export const BACKLOG_PACKETS = 128;
const LOOK_EVERY_MS = 250;
/** How long a slow reader may take to catch up. A phone in a tunnel may be back by then; if not, it connects again. */
const CUT_OFF_AFTER_MS = 60_000;
/**
 * How many times over the limit a connection counts as lost. A client reaches this by sending commands and never
 * reading, whatever rooms it is in.
 */
const LOST_FACTOR = 8;

export const backlogOf = (waiting: number, much: number): Backlog => {
  if (waiting === 0) return "none";
  if (waiting > much * LOST_FACTOR) return "lost";
  return waiting > much ? "much" : "some";
};

export interface SlowReaders {
  /** Totals since the start. */
  readonly counts: { readonly parked: number; readonly cutOff: number };
  close(): void;
}

export const watchSlowReaders = (
  allRooms: Rooms,
  { lookEveryMs = LOOK_EVERY_MS, cutOffAfterMs = CUT_OFF_AFTER_MS } = {},
): SlowReaders => {
  const counts = { parked: 0, cutOff: 0 };
  const since = new WeakMap<Connection, number>();
  /** Connections that were terminated. They are kept here because their close event may arrive after the next check. */
  const gone = new WeakSet<Connection>();

  const look = (connection: Connection): void => {
    if (gone.has(connection)) return;
    const backlog = connection.backlog();
    const isParked = allRooms.isParked(connection);
    if (backlog === "lost" || (isParked && backlog !== "none" && isOverdue(connection))) {
      counts.cutOff += 1;
      gone.add(connection);
      connection.terminate();
    } else if (isParked && backlog === "none") {
      bringBack(allRooms, connection);
    } else if (!isParked && backlog === "much") {
      counts.parked += 1;
      since.set(connection, performance.now());
      allRooms.park(connection);
    }
  };
  const isOverdue = (connection: Connection): boolean =>
    performance.now() - (since.get(connection) ?? 0) > cutOffAfterMs;

  const timer = setInterval(() => {
    for (const connection of allRooms.connected()) look(connection);
  }, lookEveryMs);
  return { counts, close: () => clearInterval(timer) };
};

const bringBack = (allRooms: Rooms, connection: Connection): void => {
  const missed = allRooms.unpark(connection);
  for (const room of missed) {
    const auctionId = auctionOfRoom(room);
    if (auctionId) connection.send({ type: "auction:resync", data: { auctionId } });
  }
  // No single event can restore a feed's list or the state of a sale. So close the connection: the new connection
  // fetches the whole list and watches the sale again.
  const isUnknown = (room: string) => room === rooms.listing || isStaffFeed(room) || saleOfRoom(room) !== undefined;
  if (missed.some(isUnknown)) connection.close();
};
