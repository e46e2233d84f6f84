// The checker is itself checked: of a true history it finds nothing, and of each that is untrue in one thing it finds that.
import { afterAll, expect, it } from "vitest";
import {
  ada,
  auctionId,
  bola,
  chidi,
  commandId,
  dayo,
  seller,
  smallHistory,
} from "../../test/support/small-history.ts";
import type { Outcome } from "../observer.ts";
import { checkHistory, checks, findingOf } from "./check-history.ts";
import type { LogEvent } from "./log.ts";

type Loose<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Loose<V>>
    : T extends object
      ? { -readonly [K in keyof T]: Loose<T[K]> }
      : T;

/** The small history, with everything in it at hand to be made untrue. */
const open = () => {
  const { history, stored } = smallHistory() as Loose<ReturnType<typeof smallHistory>>;
  const of = <T>(rows: Map<string, T[]>): T[] => rows.get(auctionId) ?? [];
  const log = of(stored.log);
  const found = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error("the small history has no such thing");
    return one;
  };
  return {
    history,
    stored,
    found,
    log,
    row: (revision: number) => found(log[revision - 1]),
    event: <E extends LogEvent["type"]>(revision: number, type: E) =>
      found(log[revision - 1]?.events.find((event) => event.type === type)) as Loose<Extract<LogEvent, { type: E }>>,
    auction: found(stored.auctions.get(auctionId)),
    bids: of(stored.bids),
    maxima: of(stored.maxima),
    purchases: of(stored.purchases),
    settlements: of(stored.settlements),
    user: (id: string) => found(stored.users.get(id)),
    entries: (id: string) => found(stored.ledger.get(id)),
    call: (revision: number) =>
      found(history.calls.find(({ invocation }) => invocation.commandId === commandId(revision))),
    refused: found(history.calls.find(({ outcome }) => outcome.kind === "refused")),
    record: (revision: number) => found(stored.commands.find((one) => one.commandId === commandId(revision))),
    seen: found(history.watching[0]).seen,
    told: (type: string, index = 0) =>
      found(
        history.watching[0]?.seen.filter((one) => one.kind === "event" && one.type === type)[index] as
          | { data: Record<string, never>; at: number; type: string }
          | undefined,
      ),
  };
};
type Opened = ReturnType<typeof open>;

const accepted = (change: object): Loose<Outcome> => ({ kind: "accepted", answer: { ok: true, ...change } }) as never;

const untrue: Record<string, Record<string, (it: Opened) => void>> = {
  acknowledged: {
    "an answer whose command the database does not know": (it) => {
      it.stored.commands = it.stored.commands.filter(({ commandId: id }) => id !== commandId(9));
    },
    "an answer whose command is recorded as refused": (it) => {
      it.record(9).outcome = JSON.stringify({ ok: false, error: { code: "BID_TOO_LOW", message: "" } });
    },
    "an answer of which nothing came in the log": (it) => void it.log.splice(8),
    "another answer to the same command sent again": (it) => {
      it.call(9).furtherAnswers.push({ kind: "refused", error: { code: "BID_TOO_LOW", message: "" } });
    },
  },
  refused: {
    "a refusal of what is done": (it) => {
      it.call(9).outcome = { kind: "refused", error: { code: "BID_TOO_LOW", message: "" } };
    },
    "a refusal that is recorded as another": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "AUCTION_PAUSED", message: "" } };
    },
  },
  justified: {
    "a bid refused as too low that was not": (it) => void Object.assign(it.refused.invocation, { amount: 2600 }),
    "a refusal that names another minimum": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "BID_TOO_LOW", message: "", minimumBid: 2500 } };
    },
    "a bid refused as after the end, before it": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "AUCTION_ENDED", message: "" } };
    },
    "somebody refused for a balance that they had": (it) => {
      it.refused.outcome = { kind: "refused", error: { code: "INSUFFICIENT_BALANCE", message: "" } };
    },
  },
  invoked: {
    "a record of a command that nobody sent": (it) => {
      it.stored.commands.push({ ...it.record(9), commandId: "nobody's" });
    },
    "a record of another amount than was asked": (it) => {
      it.record(9).fingerprint = `PlaceBid ${auctionId} 260001`;
    },
    "a step that nobody's command explains": (it) => {
      it.row(9).actorId = chidi.id;
    },
    "the same command with two effects": (it) => {
      it.log.splice(4, 0, it.row(4));
    },
    "a step of the clock that is a person's to make": (it) => {
      it.row(9).actorId = null;
    },
  },
  "gap-free": {
    "a missing revision": (it) => void it.log.splice(8, 1),
    "a version that is left out": (it) => {
      for (const row of it.log.slice(8)) row.version = (row.version ?? 0) + 1;
    },
    "a hidden change with a version": (it) => {
      it.row(4).version = 4;
    },
    "a date before the one that it follows": (it) => {
      it.row(9).at = it.row(8).at - 1;
    },
  },
  prices: {
    "a bid below the increment": (it) => {
      it.event(9, "BidPlaced").amountMinor = 259_999;
    },
    "a price that falls": (it) => {
      it.event(5, "BidPlaced").amountMinor = 140_000;
    },
    "a bid number that is left out": (it) => {
      it.event(9, "BidPlaced").number = 6;
    },
  },
  replay: {
    "a row with another price": (it) => {
      it.auction.priceMinor += 1;
    },
    "a row with another leader": (it) => {
      it.auction.leaderId = chidi.id;
    },
    "a maximum that is gone": (it) => void it.maxima.shift(),
    "a maximum of another amount": (it) => {
      it.found(it.maxima[0]).amountMinor += 1;
    },
    "a bid that is gone": (it) => void it.bids.pop(),
    "another bidder": (it) => {
      it.found(it.bids[1]).bidderId = chidi.id;
    },
    "a purchase that is still pending": (it) => {
      it.found(it.purchases[0]).status = "pending";
    },
    "a settlement that was never opened": (it) => void it.settlements.pop(),
  },
  leaders: {
    "a tie to the later": (it) => {
      const [, first, second] = it.row(5).events as { bidder: object }[];
      Object.assign(it.found(first), { bidder: bola });
      Object.assign(it.found(second), { bidder: chidi });
    },
    "a price beyond the runner-up and an increment": (it) => {
      it.event(3, "BidPlaced").amountMinor = 160_000;
    },
    "a maximum that did not bid": (it) => {
      it.row(5).events = it.row(5).events.slice(0, 1);
    },
  },
  ceilings: {
    "an auto-bid above its owner's maximum": (it) => {
      it.event(3, "MaxBidSet").amountMinor = 149_999;
    },
    "an auto-bid without a maximum": (it) => {
      it.event(9, "BidPlaced").kind = "auto";
    },
  },
  open: {
    "a bid at the end": (it) => {
      const { endsAt } = it.event(8, "AuctionResumed");
      for (const row of it.log.slice(8)) row.at = endsAt;
    },
    "a bid in a pause": (it) => {
      it.row(8).events = [];
    },
    "Buy It Now with an hour left": (it) => {
      it.row(10).at = it.event(8, "AuctionResumed").endsAt - 3_600_000;
    },
  },
  eligible: {
    "a bidder who was not verified": (it) => {
      it.user(ada.id).verifiedAt = null;
    },
    "a bidder who was banned": (it) => {
      it.user(ada.id).bannedAt = it.row(9).at - 1_000;
    },
    "the seller": (it) => {
      it.event(1, "AuctionCreated").seller = ada;
    },
    "a pause by somebody who is no administrator": (it) => {
      it.user(seller.id).role = "user";
    },
    "a maximum of more than five balances": (it) => {
      Object.assign(it.found(it.entries(bola.id)[0]), { amountMinor: 49_999, balanceAfterMinor: 49_999 });
    },
  },
  closing: {
    "a second close": (it) => {
      it.log.push({ ...it.row(12), revision: 13, version: 11 });
    },
    "a close before the end": (it) => {
      it.row(12).at = it.event(11, "AuctionResumed").endsAt - 1;
    },
    "another winner": (it) => {
      it.event(12, "AuctionEnded").winner = chidi;
    },
    "a winner below the reserve": (it) => {
      it.event(1, "AuctionCreated").reserveMinor = 300_000;
    },
    "an end that nobody closed": (it) => {
      it.log.pop();
      it.stored.readAt += 60_000;
    },
  },
  pauses: {
    "an end that moves further than the pause was long": (it) => {
      it.event(8, "AuctionResumed").endsAt += 1_101;
    },
    "an end that moves back": (it) => {
      it.event(8, "AuctionResumed").endsAt -= 101;
    },
    "an end that was set in the pause and moved all the same": (it) => {
      it.row(7).events.push({ type: "AuctionEdited", changes: { endsAt: it.event(8, "AuctionResumed").endsAt - 1 } });
    },
    "going on without a pause": (it) => {
      it.row(7).events = [{ type: "AuctionEdited", changes: {} }];
    },
  },
  purchases: {
    "two at a time": (it) => {
      it.log.push({ ...it.row(10), revision: 11, version: 9, actorId: chidi.id }, ...it.log.splice(10));
    },
    "another price than was asked": (it) => {
      it.event(10, "BuyItNowStarted").priceMinor = 800_000;
    },
    "no pause until the deadline": (it) => {
      it.event(10, "AuctionPaused").pausedUntil = null;
    },
    "two pending in the table": (it) => {
      const one = { ...it.found(it.purchases[0]), status: "pending" };
      it.purchases.push(one, one);
    },
    "a forfeit of another part than a tenth": (it) => {
      it.event(11, "PurchaseForfeited").penaltyMinor = 180_000;
    },
    "a forfeit before the deadline": (it) => {
      it.row(11).at = it.event(10, "BuyItNowStarted").deadlineAt - 1;
    },
  },
  ledger: {
    "a balance that is not the sum": (it) => {
      it.user(dayo.id).balanceMinor += 1;
    },
    "an entry that says another balance": (it) => {
      it.found(it.entries(dayo.id)[0]).balanceAfterMinor += 1;
    },
    "a forfeit without its entry": (it) => {
      it.entries(dayo.id).pop();
      it.user(dayo.id).balanceMinor += 90_000;
    },
    "a forfeit that was taken twice": (it) => {
      const entry = { ...it.found(it.entries(dayo.id)[1]), balanceAfterMinor: 820_000 };
      it.entries(dayo.id).push(entry);
      it.user(dayo.id).balanceMinor -= 90_000;
    },
  },
  order: {
    "a command that was sent after a later one was answered": (it) => {
      it.call(3).invokedAt = (it.call(5).settledAt ?? 0) + 1;
    },
    "a command that comes before what its sender had been told": (it) => {
      it.told("auction:price", 2).at = it.call(3).invokedAt - 1;
    },
    "a view that is older than its question": (it) => {
      const shown = it.found(it.seen.find((one) => one.kind === "shown"));
      Object.assign(shown, { askedAt: (it.call(5).settledAt ?? 0) + 1 });
    },
  },
  dates: {
    "a date before the command was sent": (it) => {
      it.call(9).invokedAt += 30_000;
    },
    "a date after the answer": (it) => {
      it.call(9).settledAt = it.call(9).invokedAt + 1;
    },
    "a date at which somebody else had the row": (it) => {
      const { at } = it.row(9);
      it.history.held.push({ auctionId, from: at - 10, until: at + 10 });
    },
  },
  answers: {
    "an answer with another price": (it) => {
      const { outcome } = it.call(9);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { auction: object }) : null;
      it.call(9).outcome = accepted({ ...answer, auction: { ...answer?.auction, currentPrice: 1 } });
    },
    "an answer that calls somebody the leader who is not": (it) => {
      const { outcome } = it.call(5);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { auction: object }) : null;
      it.call(5).outcome = accepted({ ...answer, auction: { ...answer?.auction, isLeading: true } });
    },
    "another bid's id": (it) => {
      const { outcome } = it.call(9);
      const answer = outcome.kind === "accepted" ? (outcome.answer as { bid: object }) : null;
      it.call(9).outcome = accepted({ ...answer, bid: { ...answer?.bid, _id: `${auctionId}-4` } });
    },
  },
  growing: {
    "a version that goes back": (it) => {
      it.seen.push({ kind: "event", type: "auction:price", data: it.told("auction:price").data, at: 1e9 });
    },
    "a version that the database has not": (it) => {
      const data = { ...it.told("auction:price").data, version: 99 };
      it.seen.push({ kind: "event", type: "auction:price", data, at: 1e9 });
    },
  },
  contiguous: {
    "an event that never came": (it) => void it.seen.splice(it.seen.indexOf(it.told("auction:price", 1) as never), 1),
  },
  arrived: {
    "a watcher who missed the end": (it) => {
      it.found(it.history.watching[0]).versions.set(auctionId, 9);
    },
  },
  told: {
    "an event with another price": (it) => void Object.assign(it.told("auction:price").data, { currentPrice: 1 }),
    "an event with another leader": (it) =>
      void Object.assign(it.told("auction:price").data, { leader: { username: "c***i" } }),
    "an event that lost a bid": (it) => void Object.assign(it.told("auction:price", 2).data, { bids: [] }),
    "an event that claims less than its bids": (it) =>
      void Object.assign(it.told("auction:price", 2).data, { fromVersion: 2 }),
    "an event with another end": (it) => {
      const { auction } = it.told("auction:updated").data as object as { auction: object };
      Object.assign(auction, { endTime: "2026-11-02T10:00:00.000Z" });
    },
    "a countdown to an end that never was": (it) => {
      const data = { auctionId, version: 1, status: "active", endTime: "2026-11-02T10:00:00.000Z" };
      it.seen.push({ kind: "event", type: "auction:countdown", data, at: 1 });
    },
    "a view of another status": (it) => {
      const shown = it.found(it.seen.find((one) => one.kind === "shown")) as { shown: { auction: object } };
      Object.assign(shown.shown.auction, { status: "ended" });
    },
  },
  owners: {
    "a maximum that is told to a visitor": (it) => {
      const own = it.found(it.history.watching[1]?.seen.find((one) => one.kind === "event" && /max/.test(one.type)));
      it.seen.push(own);
    },
    "a maximum that is told to a rival": (it) => {
      Object.assign(it.found(it.history.watching[1]?.seen[0]), { userId: chidi.id });
    },
    "a lead that is not theirs": (it) => {
      const data = { auctionId, version: 2, isLeading: true, bidIds: [] };
      it.history.watching[1]?.seen.push({ kind: "event", type: "auction:mine", data, at: 1 });
    },
  },
};

const look = ({ history, stored }: Pick<Opened, "history" | "stored">) =>
  checkHistory(history as never, stored as never);

it("finds nothing in a true history, and looks at everything", () => {
  const { promises, violations } = look(open());
  expect(violations.map(findingOf)).toEqual([]);
  for (const { promise, tried } of promises) expect(tried, promise).toBeGreaterThan(0);
});

it("has every promise broken by the tests below", () => {
  expect(Object.keys(untrue)).toEqual(checks.map(({ promise }) => promise));
});

const cases = Object.entries(untrue).flatMap(([promise, lies]) =>
  Object.entries(lies).map(([name, tell]) => [promise, name, tell] as const),
);

let caught = 0;
afterAll(() => {
  process.stdout.write(`  untrue histories: ${cases.length} tried, ${cases.length - caught} bad\n`);
});

it.each(cases)("%s: finds %s", (promise, _, tell) => {
  const doctored = open();
  tell(doctored);
  const { violations } = look(doctored);
  expect(new Set(violations.map((one) => one.promise))).toContain(promise);
  caught += 1;
});

it("promises nothing to who is told to look again, until it has been shown what it then asked for", () => {
  const behind = open();
  const { seen } = behind;
  const [first, third] = [behind.told("auction:price"), behind.told("auction:price", 2)];
  seen.splice(seen.indexOf(behind.told("auction:price", 1) as never), 1);
  const resync = { kind: "event", type: "auction:resync", data: { auctionId }, at: first.at + 1 } as const;
  seen.splice(seen.indexOf(third as never), 0, resync);
  // Asked before, answered after: it may be older than what the room was told.
  const shown = { ...behind.found(seen.find((one) => one.kind === "shown")), askedAt: first.at, at: first.at + 2 };
  expect(look(behind).violations.map(findingOf)).toEqual([]);
  seen.splice(seen.indexOf(third as never), 0, shown);
  expect(look(behind).violations.filter(({ promise }) => promise === "contiguous")).toEqual([]);
  Object.assign(shown, { askedAt: first.at + 1 });
  expect(look(behind).violations.filter(({ promise }) => promise === "contiguous")).toHaveLength(1);
});

it("promises nothing to who was told that there is no such auction, until it has been shown it again", () => {
  const away = open();
  const { seen } = away;
  const [first, third] = [away.told("auction:price"), away.told("auction:price", 2)];
  seen.splice(seen.indexOf(away.told("auction:price", 1) as never), 1);
  expect(look(away).violations.map(({ promise }) => promise)).toContain("contiguous");
  seen.splice(seen.indexOf(third as never), 0, { kind: "not found", auctionId, at: first.at + 1 });
  expect(look(away).violations.map(findingOf)).toEqual([]);
  const shown = { ...away.found(seen.find((one) => one.kind === "shown")), askedAt: first.at + 2, at: first.at + 3 };
  seen.splice(seen.indexOf(third as never), 0, shown);
  expect(look(away).violations.filter(({ promise }) => promise === "contiguous")).toHaveLength(1);
});

it("takes an unknown outcome either way, and an unknown command that is done for what it is", () => {
  const undone = open();
  undone.refused.outcome = { kind: "unknown" };
  undone.refused.settledAt = null;
  undone.call(9).outcome = { kind: "unknown" };
  undone.call(9).settledAt = null;
  expect(look(undone).violations.map(findingOf)).toEqual([]);
});
