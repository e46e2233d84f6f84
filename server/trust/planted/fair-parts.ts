// The parts of the trial about fair play: late bids, a lot that changes, voided bids, and two purchases by one buyer.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import type { SocketAsked } from "../../../load/src/observer.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import { forfeited, STAFF, type TrialCalls } from "./bidding-parts.ts";

const ENDS_AFTER_MS = 1_500;
const HOUR_MS = 3_600_000;

const bid = (amount: number): SocketAsked => ({ command: "bid:place", amount });
const set = (amount: number): SocketAsked => ({ command: "maxbid:set", amount, currency: "NGN" });

/**
 * The lot's window and cap are a minute each: one bid moves the end, and the cap limits a bid after the scheduled end.
 */
export const late = async ({ ask, edit, setStatus, now }: TrialCalls, { _id }: Auction): Promise<void> => {
  await ask(0, 0, _id, set(5_000));
  const endsAt = Math.ceil(await now()) + ENDS_AFTER_MS;
  await edit(_id, { endTime: new Date(endsAt).toISOString() });
  // By the leader, so that nobody else sees it.
  await ask(0, 0, _id, set(6_000));
  await ask(1, 1, _id, bid(1_500));
  await sleep(Math.max(0, endsAt + 50 - (await now())));
  await ask(2, 0, _id, bid(1_800));
  await setStatus(_id, "ended");
};

/**
 * A lot changes while maxima exist: one maximum is confirmed, one bidder withdraws, the bids of two are voided, and the
 * auction is cancelled and opened again.
 */
export const changed = async (
  { ask, edit, setStatus, voidBids, userIdOf, now }: TrialCalls,
  { _id }: Auction,
): Promise<void> => {
  await ask(1, 0, _id, set(6_000));
  await ask(2, 1, _id, set(3_000));
  await ask(3, 0, _id, bid(3_500));
  await edit(_id, { title: "An empty box" });
  await ask(4, 1, _id, bid(4_000));
  await ask(3, 0, _id, { command: "bid:withdraw" });
  await ask(2, 1, _id, bid(4_400));
  await ask(1, 0, _id, { command: "maxbid:confirm", maxBidId: maxBidIdOf(_id, userIdOf(1)), contentVersion: 2 });
  await ask(0, 0, _id, bid(4_800));
  await edit(_id, { bidIncrement: 500 });
  await voidBids(_id, 0);
  await voidBids(_id, 2);
  await voidBids(_id, 1);
  await ask(1, 1, _id, set(7_000));
  await edit(_id, { endTime: new Date(Math.ceil(await now()) + HOUR_MS).toISOString() });
  await edit(_id, { description: "It was empty all the time." });
  await setStatus(_id, "cancelled");
  await setStatus(_id, "active");
  await ask(3, 0, _id, bid(1_100));
};

/**
 * A bidder shows a rival's limit, leaves after a change and comes back; a cataloguer tries to change the lot; the house
 * changes and corrects it shortly before its end.
 */
export const confederate = async (
  { ask, edit, rest, userIdOf, database, now }: TrialCalls,
  { _id }: Auction,
): Promise<void> => {
  await ask(2, 0, _id, set(5_000));
  await ask(3, 0, _id, set(6_000));
  await asCataloguer(database, userIdOf(STAFF), () =>
    // Refused, unless the fault is planted.
    rest(STAFF, "PUT", `/api/auctions/${_id}`, { location: "Hall B" }).catch(() => {}),
  );
  await edit(_id, { title: "A drum, 12 kg" });
  await ask(3, 0, _id, { command: "bid:withdraw" });
  await ask(3, 0, _id, bid(2_000));
  await ask(2, 0, _id, set(5_500));
  await edit(_id, { endTime: new Date(Math.ceil(await now()) + HOUR_MS).toISOString() });
  await edit(_id, { description: "A drum and its stick", isCorrection: true });
  await edit(_id, { title: "A drum, 13 kg", isCorrection: true });
  await ask(1, 0, _id, bid(2_500));
  await edit(_id, { condition: "fair" });
  await sleep(50);
  await edit(_id, { condition: "poor" });
};

const asCataloguer = async (
  database: TrialCalls["database"],
  userId: string,
  run: () => Promise<unknown>,
): Promise<void> => {
  const become = (role: string) =>
    database.query("update users set role = $2, revision = revision + 1 where id = $1::text::uuid", [userId, role]);
  await become("cataloguer");
  await run();
  await become("admin");
};

/** One buyer buys two lots. */
export const buyTwo = async ({ ask, setStatus }: TrialCalls, lots: readonly Auction[]): Promise<void> => {
  for (const [index, { _id }] of lots.entries()) await ask(1, index, _id, { command: "buy-it-now" });
  for (const { _id } of lots) await setStatus(_id, "active");
};

/** Somebody with a standing maximum does not pay two wins. Then a rival bids less than that maximum. */
export const barred = async (
  calls: TrialCalls,
  [standing, ...won]: readonly [Auction, ...Auction[]],
): Promise<void> => {
  const { ask, setStatus } = calls;
  await ask(4, 0, standing._id, set(9_000));
  for (const { _id } of won) {
    await ask(4, 0, _id, bid(1_100));
    await setStatus(_id, "ended");
  }
  await Promise.all(won.map(({ _id }) => forfeited(calls, _id)));
  await ask(1, 1, standing._id, bid(2_000));
};
