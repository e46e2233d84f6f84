// Acts on auctions that have ended in the scenario `close`, if a history is recorded. At a small rate, winners pay, and
// the seller books payments, waives, reverses, voids the winner's bids, offers second chances and cancels. The checker
// compares all of it with the database.
import { setTimeout as sleep } from "node:timers/promises";
import type { Recorder } from "./history/recorder.ts";
import type { Lot } from "./lots.ts";
import { askOverRest, type RestCaller } from "./money-calls.ts";
import type { Outcome } from "./observer.ts";
import type { Participants } from "./participants.ts";

const EVERY_MS = 50;
/** A limit, because asking who won costs a call for each bidder. */
const MOST_LOTS = 24;
const MOST_ASKED = 50;
/** The time until watchers have the last change. */
const ARRIVES_WITHIN_MS = 1_500;

interface Owed {
  readonly winner: RestCaller;
  readonly settlementId: string;
  /** Major units. */
  readonly remaining: number;
}

type Ask = (caller: RestCaller, lot: Lot, asked: Parameters<typeof askOverRest>[3]) => Promise<Outcome>;

/** The ways of dealing with a debt. Each is applied to every sixth lot. */
const ways: readonly ((ask: Ask, seller: RestCaller, lot: Lot, owed: Owed, next: NextBuyer) => Promise<void>)[] = [
  async (ask, seller, lot, { winner, settlementId }) => {
    await ask(winner, lot, { command: "payment:balance", settlementId });
    await ask(seller, lot, { command: "payment:reverse", settlementId });
    await ask(winner, lot, { command: "payment:balance", settlementId });
  },
  async (ask, seller, lot, { settlementId, remaining }) => {
    await ask(seller, lot, {
      command: "payment:book",
      settlementId,
      method: "transfer",
      paid: Math.ceil(remaining / 3),
    });
    await ask(seller, lot, { command: "payment:book", settlementId, method: "cash", paid: remaining });
  },
  (ask, seller, lot, { settlementId }) =>
    ask(seller, lot, { command: "payment:close", settlementId, as: "waived" }).then(() => {}),
  async (ask, seller, lot, { settlementId }) => {
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
    await ask(seller, lot, { command: "payment:extend", settlementId, until });
    await ask(seller, lot, { command: "payment:close", settlementId, as: "paid" });
    await ask(seller, lot, { command: "payment:refund", settlementId, to: "balance" });
  },
  async (ask, seller, lot, { winner, settlementId }, next) => {
    await ask(seller, lot, { command: "auction:void", bidderId: winner.userId, reason: "mistaken-amount" });
    await ask(seller, lot, { command: "offer:make", settlementId });
    const offered = await next.offered(lot.id);
    if (offered)
      await ask(offered.person, lot, { command: "offer:answer", offerId: offered.offerId, answer: "accept" });
    const owed = await next.owed(lot.id);
    if (owed) await ask(owed.winner, lot, { command: "payment:balance", settlementId: owed.settlementId });
  },
  async (ask, seller, lot, { winner, settlementId }) => {
    await ask(winner, lot, { command: "payment:balance", settlementId });
    await ask(seller, lot, { command: "auction:status", status: "cancelled" });
  },
];

interface NextBuyer {
  owed(auctionId: string): Promise<Owed | null>;
  offered(auctionId: string): Promise<{ readonly person: RestCaller; readonly offerId: string } | null>;
}

export const payUp = async (
  address: string,
  { bidders, seller }: Participants,
  lots: readonly Lot[],
  recorder: Recorder,
  stop: AbortSignal,
): Promise<void> => {
  if (!seller) return;
  const get = async <T>(path: string, token: string): Promise<T | null> => {
    const response = await fetch(`${address}/api/${path}`, {
      redirect: "error",
      headers: { authorization: `Bearer ${token}` },
    });
    return response.ok ? ((await response.json()) as T) : null;
  };
  const profile = await get<{ user: { _id: string } }>("users/profile", seller.token);
  if (!profile) return;
  const admin: RestCaller = { address, token: seller.token, userId: profile.user._id };
  const people = bidders.slice(0, MOST_ASKED).map(({ id: userId, token }): RestCaller => ({ address, token, userId }));
  const next: NextBuyer = {
    owed: async (auctionId) => {
      for (const winner of people) {
        const found = await get<{ win: { _id: string; remaining: number } | null }>(
          `auctions/${auctionId}/win`,
          winner.token,
        );
        if (found?.win) return { winner, settlementId: found.win._id, remaining: found.win.remaining };
      }
      return null;
    },
    offered: async (auctionId) => {
      for (const person of people) {
        const found = await get<{ offers: { _id: string; auction: { _id: string } }[] }>(
          "users/second-chances",
          person.token,
        );
        const offer = found?.offers.find(({ auction }) => auction._id === auctionId);
        if (offer) return { person, offerId: offer._id };
      }
      return null;
    },
  };
  const ask: Ask = async (caller, lot, asked) => {
    await sleep(EVERY_MS);
    return await askOverRest(caller, recorder, lot.id, asked);
  };
  for (const [index, lot] of lots.slice(0, MOST_LOTS).entries()) {
    if (stop.aborted) break;
    const owed = await next.owed(lot.id);
    if (owed) await ways[index % ways.length]?.(ask, admin, lot, owed, next);
  }
  await sleep(ARRIVES_WITHIN_MS);
};
