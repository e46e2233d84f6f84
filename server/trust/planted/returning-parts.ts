// The part of the trial about coming back: a watched lot whose end is near, and saved searches beside a new lot.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import type { TrialCalls } from "./bidding-parts.ts";

const NEAR_MS = 55 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The server's jobs run every five and ten seconds. */
const NOTIFIED_WITHIN_MS = 40_000;
/** A job with a planted fault runs every half second, so that it repeats within this time. */
const REPEATED_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 200;

/**
 * One person watches a lot that ends within the hour, and two have saved searches when another lot is put up: one of them
 * finds it, the other searches for something else. A maximum leads on the watched lot.
 */
export const returning = async (
  { ask, edit, rest, publish, userIdOf, database, now }: TrialCalls,
  { _id }: Auction,
): Promise<void> => {
  await ask(0, 0, _id, { command: "maxbid:set", amount: 7_000, currency: "NGN" });
  await rest(1, "PUT", `/api/watchlist/${_id}`, {});
  await rest(1, "PUT", "/api/watchlist/reminders", { reminders: ["1h"] });
  // Somebody who begins to watch within the hour is not reminded of it.
  await database.query(
    "update watches set created_at = created_at - interval '1 day' where auction_id = $1::text::uuid",
    [_id],
  );
  for (const [who, search] of [
    [2, "udu drum"],
    [3, "flute"],
  ] as const) {
    await rest(who, "POST", "/api/saved-searches", { name: search, query: { search }, alert: "now" });
  }
  await edit(_id, { endTime: new Date(Math.ceil(await now()) + NEAR_MS).toISOString() });
  await publish({ title: "An udu drum", endTime: new Date(Math.ceil(await now()) + DAY_MS).toISOString() });
  const until = performance.now() + NOTIFIED_WITHIN_MS;
  const isNotified = async (): Promise<boolean> => {
    const rows = await database.query(
      `select distinct user_id from notifications
       where about in ('reminder', 'saved-search') and user_id = any(string_to_array($1::text, ',')::uuid[])`,
      [[userIdOf(1), userIdOf(2)].join(",")],
    );
    return rows.length === 2;
  };
  while (performance.now() < until && !(await isNotified())) await sleep(LOOK_AGAIN_MS);
  await sleep(REPEATED_WITHIN_MS);
};
