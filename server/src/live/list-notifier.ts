// Publishes that a list has changed, to the people who may read it. The event names the list and carries no data, so
// that nobody learns what they may not see. Call it after the commit.
import { type OwnList, ownLists, type StaffList, staffLists } from "@jara/shared/live-lists";
import { pollWhileDisconnected } from "../platform/jobs/poll-while-disconnected.ts";
import type { Wakes } from "../platform/jobs/wake.ts";
import { isUsersRoom, type Rooms, rooms } from "./rooms.ts";
import { staffRoom } from "./staff-rooms.ts";

/** Changes within this time are one event. */
const GATHERED_MS = 250;
/** How soon a lost or restored connection to Redis is noticed. */
const LOOK_EVERY_MS = 1_000;
/** While this node does not hear of other nodes' changes, its readers read all lists again in this interval. */
const EVERYTHING_EVERY_MS = 15_000;

/** After a longer outage the other nodes name every list anyway. */
const UNSAID_MOST = 10_000;

export interface ListNotifier {
  /** Tells the person. Never fails. */
  own(userId: string, list: OwnList): void;
  /** Tells everybody who is connected to this node, because the list of each has changed. */
  everybodyHere(list: OwnList): void;
  /** Tells the staff who are connected to this node. */
  staffHere(list: StaffList): void;
  close(): void;
}

export const startListNotifier = (deps: {
  readonly rooms: Rooms;
  /** Wakes `list:…` once a list of the staff changed: those who may read it are told. */
  readonly wakes: Pick<Wakes, "onWake">;
  /** Whether this node receives the other nodes' messages. */
  readonly isClusterConnected: () => boolean;
}): ListNotifier => {
  const { rooms: allRooms, isClusterConnected } = deps;
  /** Rooms with the lists that are to be named there. */
  const waiting = new Map<string, Set<StaffList | OwnList>>();
  /** The same for what the other nodes could not be told. */
  const unsaid = new Map<string, Set<StaffList | OwnList>>();
  let timer: NodeJS.Timeout | undefined;
  let saidEverythingAt = Number.NEGATIVE_INFINITY;

  const frameOf = (list: StaffList | OwnList) => ({ type: "list:changed", data: { list } }) as const;
  const add = (to: typeof waiting, room: string, list: StaffList | OwnList): void => {
    const lists = to.get(room);
    if (lists) lists.add(list);
    else to.set(room, new Set([list]));
  };
  const flush = (): void => {
    timer = undefined;
    for (const [room, lists] of waiting) {
      for (const list of lists) {
        allRooms.publishEverywhere(room, frameOf(list));
        if (!isClusterConnected() && unsaid.size < UNSAID_MOST) add(unsaid, room, list);
      }
    }
    waiting.clear();
  };
  const gather = (room: string, list: StaffList | OwnList): void => {
    if (!allRooms.mayReach(room)) return;
    add(waiting, room, list);
    timer ??= setTimeout(flush, GATHERED_MS);
  };
  const staffHere = (list: StaffList): void => allRooms.publish(staffRoom(staffLists[list]), frameOf(list));
  const everybodyHere = (list: OwnList): void => {
    for (const room of [...allRooms.names()].filter(isUsersRoom)) allRooms.publish(room, frameOf(list));
  };
  const everythingHere = (): void => {
    saidEverythingAt = performance.now();
    for (const list of Object.keys(staffLists) as StaffList[]) staffHere(list);
    for (const list of ownLists) everybodyHere(list);
  };
  const polling = pollWhileDisconnected({
    everyMs: LOOK_EVERY_MS,
    isClusterConnected,
    poll: async () => {
      if (performance.now() - saidEverythingAt > EVERYTHING_EVERY_MS) everythingHere();
    },
    reconnected: () => {
      everythingHere();
      for (const [room, lists] of unsaid) for (const list of lists) allRooms.publishElsewhere(room, frameOf(list));
      unsaid.clear();
    },
  });

  const unsubscribes = (Object.keys(staffLists) as StaffList[]).map((list) =>
    deps.wakes.onWake([`list:${list}`], () => gather(staffRoom(staffLists[list]), list)),
  );

  return {
    own: (userId, list) => gather(rooms.user(userId), list),
    everybodyHere,
    staffHere,
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      clearTimeout(timer);
      polling.close();
    },
  };
};
