// Makes random histories of one auction, command by command, with every kind of command of people, staff and the clock.

import { usualPercents } from "@jara/shared/payment-rules";
import fc from "fast-check";
import type { Command } from "../../src/auction/commands.ts";
import {
  anAuction,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  closeAuction,
  confirmMaxBid,
  ENDS_AT,
  edit,
  expirePurchase,
  minor,
  placeBid,
  setMaxBid,
  voidBids,
  withdrawBids,
} from "./given-auction.ts";
import {
  answer,
  closePayment,
  extend,
  forfeit,
  offer,
  payFromBalance,
  reverse,
  sellToHighestBidder,
} from "./given-money.ts";
import { PlayedAuction } from "./play-auction.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const people = ["ada", "bola", "chidi"];

const verbs = {
  bid: 30,
  max: 25,
  confirm: 5,
  cancelMax: 3,
  withdraw: 3,
  void: 6,
  buy: 6,
  close: 6,
  expirePurchase: 4,
  title: 4,
  lowerIncrement: 3,
  lowerReserve: 3,
  noReserve: 1,
  addReserve: 1,
  price: 2,
  buyPrice: 1,
  softClose: 1,
  correct: 3,
  addendum: 1,
  suspend: 2,
  end: 4,
  endNow: 1,
  pause: 4,
  active: 8,
  ended: 3,
  sold: 2,
  cancelled: 1,
  draft: 1,
  reopen: 4,
  order: 2,
  pay: 4,
  waive: 1,
  forfeit: 3,
  offer: 3,
  accept: 3,
  sellBelow: 2,
  reverse: 6,
  extend: 1,
};
type Verb = keyof typeof verbs;

interface Step {
  readonly verb: Verb;
  readonly who: string;
  readonly share: number;
  /** Time since the step before. */
  readonly ms: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.oneof(
    ...(Object.keys(verbs) as Verb[]).map((verb) => ({ weight: verbs[verb], arbitrary: fc.constant(verb) })),
  ),
  who: fc.constantFrom(...people),
  share: fc.constantFrom(0, 0.1, 0.4, 0.7, 1, 2),
  ms: fc.constantFrom(0, 0, 0, 1, 40_000, 20 * MINUTE, 2 * HOUR),
});

const lots = fc.record({
  reserveMinor: fc.option(fc.constantFrom(minor(1500), minor(3000))),
  buyItNowMinor: fc.option(fc.constantFrom(minor(4000), minor(9000))),
  softClose: fc.option(
    fc.constantFrom({ windowSeconds: 120, capMinutes: 5 }, { windowSeconds: 3600, capMinutes: 120 }),
  ),
  status: fc.constantFrom("active" as const, "active" as const, "draft" as const),
  /** Most lots have one increment. The starting price is 1,000. */
  increments: fc.constantFrom(null, null, {
    version: 1,
    steps: [
      [minor(1200), minor(50)],
      [minor(2000), minor(100)],
      [null, minor(300)],
    ] as const,
  }),
});

const toCommand = ({ verb, who, share }: Step, { state, now }: PlayedAuction): Command => {
  const owed = state.purchase ?? state.settlement;
  const id = owed?.id ?? "none";
  const more = Math.floor(share * 1000);
  switch (verb) {
    case "bid":
      return placeBid(who, state.priceMinor + state.incrementMinor + Math.floor(share * 300));
    case "max":
      return setMaxBid(who, state.priceMinor + 1 + more, state.currency);
    case "confirm":
      return confirmMaxBid(who, state.contentVersion);
    case "cancelMax":
      return cancelMaxBid(who, state.maxBids.get(who)?.id);
    case "withdraw":
      return withdrawBids(who);
    case "void":
      return voidBids(who, share < 1 ? "mistaken-amount" : "fraud");
    case "buy":
      return { ...buyItNow(who), purchaseId: `purchase-${state.revision}` } as Command;
    case "close":
      return closeAuction;
    case "expirePurchase":
      return expirePurchase;
    case "title":
      return edit("admin", { title: `A lot ${state.revision}` });
    case "correct":
      return edit("admin", { title: `${state.lot.title}s`, isCorrection: true });
    case "addendum":
      return edit("admin", { addendum: "No lid" });
    case "suspend":
      return { type: "SuspendMaxBid", auctionId: "lot", ownerId: who } as Command;
    case "lowerIncrement":
      return edit("admin", { incrementMinor: minor(Math.max(1, state.incrementMinor - 10 - Math.floor(share * 40))) });
    case "lowerReserve":
      return edit("admin", {
        reserveMinor: minor(Math.max(state.startingPriceMinor, (state.reserveMinor ?? 4000) - more)),
      });
    case "noReserve":
      return edit("admin", { reserveMinor: null });
    case "addReserve":
      return edit("admin", { reserveMinor: minor(2000) });
    case "price":
      return edit("admin", { startingPriceMinor: minor(500 + more) });
    case "buyPrice":
      return edit("admin", { buyItNowMinor: minor(state.priceMinor + 100 + more) });
    case "softClose":
      return edit("admin", { softClose: { windowSeconds: 60, capMinutes: 10 } });
    case "end":
      return edit("admin", { endsAt: now + Math.floor((share + 0.1) * 3 * HOUR) });
    case "endNow":
      return edit("admin", { endsAt: now - 1 });
    case "order":
      return { type: "KeepOpen", auctionId: "lot", untilMs: state.endsAt + 5000 } as Command;
    case "pause":
      return changeStatus("admin", "paused");
    case "reopen":
      return edit("admin", { endsAt: now + 5 * HOUR, status: "active" });
    case "pay":
      return payFromBalance(owed && "winner" in owed ? owed.winner.id : (owed?.buyer.id ?? who), id);
    case "waive":
      return closePayment(id, "waived");
    case "forfeit":
      return forfeit(id);
    case "extend":
      return extend(id, now + 40 * 24 * HOUR);
    case "offer":
      return offer(id, `offer-${state.revision}`);
    case "accept":
      return answer(state.secondChance?.person.id ?? who, "accept", state.secondChance?.id ?? "none");
    case "sellBelow":
      return sellToHighestBidder();
    case "reverse":
      return reverse(id);
    default:
      return changeStatus("admin", verb);
  }
};

/** Moves on to the moment at which the clock gives this command, or to just before the end, where soft close acts. */
const moveOn = ({ verb, share, ms }: Step, auction: PlayedAuction): void => {
  const { endsAt, settlement, purchase, status } = auction.state;
  const due = { close: endsAt, forfeit: settlement?.dueAt, expirePurchase: purchase?.deadlineAt }[verb as string];
  auction.now = Math.max(auction.now + ms, due ?? 0);
  if (status === "active" && (verb === "bid" || verb === "max") && share === 0.7) {
    auction.now = Math.max(auction.now, endsAt - 30_000);
  }
};

/** The first part is the lot, the second one what happens to it. */
export const randomLots = fc.tuple(lots, fc.array(step, { minLength: 3, maxLength: 30 }));

/** Plays the steps that the rules accept. */
export const playRandom = ([{ increments, ...lot }, steps]: RandomLot): PlayedAuction => {
  const auction = new PlayedAuction(
    anAuction({
      ...lot,
      ...(increments && { increments }),
      rules: { ...usualPercents, version: 1 },
      endsAt: ENDS_AT,
    }),
  );
  for (const one of steps) {
    moveOn(one, auction);
    auction.tried(toCommand(one, auction));
  }
  return auction;
};
type RandomLot = typeof randomLots extends fc.Arbitrary<infer Lot> ? Lot : never;
