// A story of a sale with two lots that close in order. The first ends later than it was to, so the second waits.
import { otherLot, renamed } from "./held-story.ts";
import type { MutableHistory } from "./mutable-history.ts";
import { at, auctionId, created, historyOf, idOf, type Story, type StoryStep, seller } from "./small-history.ts";

const SECOND = 1_000;
const [firstEnd, movedEnd, secondEnd] = [at(100), at(100) + 50 * SECOND, at(100) + 80 * SECOND] as const;
const saleId = idOf(9);

const story = (steps: readonly StoryStep[]): Story => ({
  steps,
  cancelled: [],
  purchases: [],
  settlements: [],
  forfeits: [],
  refusals: [],
  own: () => [],
});
const opened = (endsAt: number): StoryStep => [
  { actorId: seller.id, at: at(1), events: [{ ...created, reserveMinor: null, softClose: null, endsAt }] },
];
/** By the clock, because an earlier lot is open. */
const heldOpen = (endsAt: number): StoryStep => [
  {
    actorId: null,
    at: firstEnd - 5 * SECOND,
    events: [{ type: "AuctionEdited", isSaleOrder: true, changes: { endsAt } }],
  },
];
const closed = (date: number): StoryStep => [
  { actorId: null, at: date, events: [{ type: "AuctionEnded", endedAt: date, winner: null, dueAt: null }] },
];

const numbered = (ids: readonly string[]) => ids.map((id, place) => ({ id, lotNumber: place + 1 }));

/** A fresh copy each time, of both lots. */
export const saleHistory = (): ReturnType<typeof historyOf> => {
  const one = historyOf(story([opened(movedEnd), closed(movedEnd)]));
  const held = story([opened(firstEnd + 30 * SECOND), heldOpen(secondEnd), closed(secondEnd)]);
  const other = renamed(historyOf(held));
  const both = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): Map<K, V> => new Map([...a, ...b]);
  return {
    history: {
      ...one.history,
      calls: [...one.history.calls, ...other.history.calls],
      watching: [...one.history.watching, ...other.history.watching.map((all, n) => ({ ...all, watcher: n + 2 }))],
    },
    stored: {
      ...one.stored,
      auctions: both(one.stored.auctions, other.stored.auctions),
      log: both(one.stored.log, other.stored.log),
      commands: [...one.stored.commands, ...other.stored.commands],
      sales: [
        { id: saleId, closing: "in-order", groupSize: null, publishedAt: at(0), lots: numbered([auctionId, otherLot]) },
      ],
      readAt: secondEnd + 2 * SECOND,
    },
  };
};

/** Histories of this story with one error each, by the promise that it breaks. */
export const outOfOrder: Record<string, Record<string, (it: MutableHistory) => void>> = {
  "sale-order": {
    "a lot that closes before an earlier lot": (it) => {
      it.found(it.stored.sales[0]).lots.reverse();
    },
    "a lot that closes before another, where all close together": (it) => {
      it.found(it.stored.sales[0]).closing = "together";
    },
    "a lot that closes before another of its group": (it) => {
      Object.assign(it.found(it.stored.sales[0]), { closing: "together", groupSize: 2 });
    },
    "a lot that nothing held open": (it) => {
      const log = it.found(it.stored.log.get(otherLot));
      log.splice(1, 1);
      it.found(log[1]).at = firstEnd + 30 * SECOND;
    },
  },
  invoked: {
    "a lot that the clock closes earlier, as if for the order": (it) => {
      const [, held] = it.found(it.stored.log.get(otherLot));
      Object.assign(it.found(held?.events[0]), { changes: { endsAt: firstEnd } });
    },
  },
};
