// Finds connections that do not read, and limits them, because their unread data fills memory and nothing else bounds
// it. A slow reader is removed from the rooms of auctions and feeds, but still gets its own events. Once it has read it
// is returned and told to fetch those auctions again. A reader that takes too long is disconnected. If all connections
// together have too much unread, those with the most of it are disconnected first.
import { totalmem } from "node:os";
import { SLOW_BYTES } from "./command-queue.ts";
import { auctionOfRoom, type Connection, isStaffFeed, type Rooms, rooms, saleOfRoom } from "./rooms.ts";
import { type AllUnread, MARK_EVERY_BYTES, type Unread } from "./unread.ts";

/**
 * A connection with more unread is closed, whatever its rooms: a client whose own events go on coming, or that sends
 * what is answered at once (pings, frames that cannot be read), and never reads.
 */
const LOST_BYTES = 4 * SLOW_BYTES;
const LOOK_EVERY_MS = 250;
/** How long a slow reader may take to catch up. A phone in a tunnel may be back by then; if not, it connects again. */
const CUT_OFF_AFTER_MS = 60_000;
/**
 * A connection that has not read for this long has stopped reading. Above the bound for all together, only such
 * connections are closed …
 */
const STALLED_MS = 1_000;
/** … and above this multiple of it any. A crowd that reads stays far below, because its marks come back. */
const AT_MOST_FACTOR = 1.5;
/** Marks are sent to this many connections in one look, so that a look stays short. */
const MARKED_AT_ONCE = 1_000;

/**
 * All connections together: a sixteenth of the memory that this process may use, and no more than 48 MiB. An unread
 * byte takes up to 2.6 bytes of memory (`pnpm trust unread`), because queues hold texts and copies of them.
 */
export const unreadInAllBytes = (constrained = process.constrainedMemory() ?? 0, total = totalmem()): number =>
  Math.min(48 * 1024 * 1024, Math.floor((constrained > 0 ? Math.min(constrained, total) : total) / 16));

export interface SlowReaders {
  /**
   * Totals since the start. `cutOff`: closed because one connection had too much unread or for too long. `shed`: closed
   * because all together had.
   */
  readonly counts: { readonly parked: number; readonly cutOff: number; readonly shed: number };
  close(): void;
}

export const watchSlowReaders = (
  allRooms: Rooms,
  all: AllUnread,
  {
    lookEveryMs = LOOK_EVERY_MS,
    stalledMs = STALLED_MS,
    cutOffAfterMs = CUT_OFF_AFTER_MS,
    inAllBytes = unreadInAllBytes(),
  } = {},
): SlowReaders => {
  const counts = { parked: 0, cutOff: 0, shed: 0 };
  const since = new WeakMap<Connection, number>();
  const isOverdue = (connection: Connection): boolean =>
    performance.now() - (since.get(connection) ?? 0) > cutOffAfterMs;

  const look = (connection: Connection): void => {
    const { unread } = connection;
    if (unread.isClosed) return;
    if (allRooms.isParked(connection)) {
      // Its last bytes may be fewer than a mark is sent for.
      unread.mark();
      if (unread.bytes < MARK_EVERY_BYTES) bringBack(allRooms, connection);
      else if (isOverdue(connection)) cutOff(unread);
    } else if (unread.bytes > SLOW_BYTES && unread.markAgeMs > stalledMs) {
      counts.parked += 1;
      since.set(connection, performance.now());
      allRooms.park(connection);
    }
  };
  const cutOff = (unread: Unread): void => {
    counts.cutOff += 1;
    unread.terminate();
  };

  /** Closes those with the most unread until `leftBytes` are left. */
  const shed = (among: Iterable<Unread>, leftBytes: number): void => {
    for (const unread of [...among].sort((one, other) => other.bytesHeld - one.bytesHeld)) {
      if (all.bytes <= leftBytes) return;
      counts.shed += 1;
      unread.terminate();
    }
  };
  const shedStalled = (): void => {
    let marked = 0;
    for (const unread of all) {
      if (unread.markAgeMs > 0) continue;
      unread.mark();
      marked += 1;
      if (marked === MARKED_AT_ONCE) break;
    }
    shed(
      [...all].filter(({ markAgeMs }) => markAgeMs > stalledMs),
      inAllBytes,
    );
  };
  all.mostBytes = inAllBytes * AT_MOST_FACTOR;
  // Leaves some room, so that the connections are not sorted again for the next frame.
  all.onTooMuch = () => shed(all, inAllBytes * AT_MOST_FACTOR * 0.9);

  const timer = setInterval(() => {
    for (const connection of allRooms.connected()) look(connection);
    for (const unread of all) {
      // If the network takes not even a first long frame, nothing counts as written, and no mark was sent.
      if (unread.bytesHeld > SLOW_BYTES) unread.mark();
      const isLost = unread.bytesHeld > LOST_BYTES && unread.markAgeMs > stalledMs;
      if (isLost || unread.markAgeMs > cutOffAfterMs) cutOff(unread);
    }
    if (all.bytes > inAllBytes) shedStalled();
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
