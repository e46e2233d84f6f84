// Counts the people who watch an auction on all nodes together, as they come and go. The number is sent to the
// auction's watchers at most once a second.

import { ViewersElsewhere, type ViewersThere, viewersToSend } from "./cluster/viewers-elsewhere.ts";
import { COMPACT_COUNTDOWN_EVERY_MS } from "./compact-prices.ts";
import { auctionOfRoom, type Connection, isUsersRoom, promptRooms, type Rooms, rooms } from "./rooms.ts";
import { type NameOf, personOf, ViewersHere } from "./viewers-here.ts";

const VIEWERS_EVERY_MS = 1_000;
/**
 * Other nodes are sent changes every second and all counts this often, because a node that just started has no counts
 * yet.
 */
const SEND_ALL_EVERY_MS = 5_000;

export interface Viewers {
  /** The number of people, on all nodes from which messages arrive. */
  count(auctionId: string): number;
  /** Call when a connection joined or left a room of this node. */
  moved(connection: Connection, room: string, isIn: boolean): void;
  /** Applies the counts that another node sent. */
  elsewhere(node: string, there: ViewersThere): void;
  close(): void;
}

export const startViewers = (deps: {
  rooms: Rooms;
  nameOf: NameOf;
  /** Sends to other nodes which people watch here; undefined if there are no other nodes. */
  publishToNodes: ((here: ViewersThere) => void) | undefined;
}): Viewers => {
  const here = new ViewersHere();
  const elsewhere = new ViewersElsewhere((auctionId, name) => here.names(auctionId).has(name));
  /** The person as whom each connection was counted, because a connection's user may change while it is open. */
  const countedAs = new WeakMap<Connection, string>();
  const changed = new Set<string>();
  const changedForCompact = new Set<string>();
  let seconds = 0;
  const unsent = new Set<string>();

  const count = (auctionId: string): number => here.names(auctionId).size + elsewhere.of(auctionId);
  const put = (auctionId: string, person: string, isIn: boolean): void => {
    const name = deps.nameOf(auctionId, person);
    const before = count(auctionId);
    if (!(isIn ? here.enter(auctionId, name) : here.leave(auctionId, name))) return;
    elsewhere.movedHere(auctionId, name, isIn);
    unsent.add(auctionId);
    if (count(auctionId) !== before) changed.add(auctionId);
  };

  /** Counts a visitor's connection again after it became a user's. */
  const recount = (connection: Connection): void => {
    const before = countedAs.get(connection);
    const now = personOf(connection);
    if (before === undefined || before === now) return;
    countedAs.set(connection, now);
    for (const room of connection.rooms) {
      const auctionId = auctionOfRoom(room);
      if (auctionId === undefined) continue;
      put(auctionId, now, true);
      put(auctionId, before, false);
    }
  };

  const publishToNodes = (isAll: boolean): void => {
    const ids = isAll ? here.auctions() : [...unsent];
    unsent.clear();
    if (!isAll && ids.length === 0) return;
    deps.publishToNodes?.({ isAll, counts: ids.map((id) => viewersToSend(id, here.names(id))) });
  };
  const publish = (auctionId: string, to: readonly string[]): void => {
    const frame = { type: "auction:viewers", data: { auctionId, count: count(auctionId) } } as const;
    for (const room of to) deps.rooms.publish(room, frame);
  };
  const timer = setInterval(() => {
    for (const auctionId of changed) {
      publish(
        auctionId,
        promptRooms(auctionId).map(([room]) => room),
      );
      if (deps.rooms.has(rooms.auctionCompact(auctionId))) changedForCompact.add(auctionId);
    }
    changed.clear();
    seconds += 1;
    if ((seconds * VIEWERS_EVERY_MS) % COMPACT_COUNTDOWN_EVERY_MS === 0) {
      for (const auctionId of changedForCompact) publish(auctionId, [rooms.auctionCompact(auctionId)]);
      changedForCompact.clear();
    }
    publishToNodes(false);
  }, VIEWERS_EVERY_MS);
  const sendAllTimer = setInterval(() => publishToNodes(true), SEND_ALL_EVERY_MS);

  return {
    count,
    moved(connection, room, isIn) {
      const auctionId = auctionOfRoom(room);
      if (auctionId === undefined) {
        if (isIn && isUsersRoom(room)) recount(connection);
        return;
      }
      const person = countedAs.get(connection) ?? personOf(connection);
      countedAs.set(connection, person);
      put(auctionId, person, isIn);
    },
    elsewhere(node, there) {
      for (const id of elsewhere.received(node, there)) if (here.names(id).size > 0) changed.add(id);
    },
    close() {
      clearInterval(timer);
      clearInterval(sendAllTimer);
    },
  };
};
