// Tests that commands are charged to their connection's address and user, and that reads never use up what bids need.
import { expect, it } from "vitest";
import { noLimits } from "../../test/support/no-limits.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createTimeBudget } from "../platform/limits/time-budget.ts";
import { createDispatch, type Handlers } from "./dispatch.ts";
import { createLiveCosts } from "./live-costs.ts";
import type { Connection } from "./rooms.ts";

const connection = (address: string, userId?: string) =>
  ({ address, user: userId === undefined ? null : { id: userId } }) as Connection;

const given = () => {
  const costs = createLiveCosts(createTimeBudget(createLimiter(undefined, () => 0)));
  const useUp = (who: Connection): void => {
    while (costs.take(who, "auction:watch") === 0);
  };
  return { costs, useUp };
};

it("refuses reads of an address that has used up its time, and not those of others", () => {
  const { costs, useUp } = given();
  useUp(connection("198.51.100.7"));
  expect(costs.take(connection("198.51.100.7", "ada"), "sale:watch")).toBeGreaterThan(0);
  expect(costs.take(connection("198.51.100.8"), "auction:watch")).toBe(0);
});

it.each(["bid:place", "maxbid:set", "maxbid:confirm", "buy-it-now"] as const)(
  "takes %s although the address and the user have used up their time with reads",
  (name) => {
    const { costs, useUp } = given();
    useUp(connection("198.51.100.7", "ada"));
    useUp(connection("198.51.100.7"));
    expect(costs.take(connection("198.51.100.7", "ada"), name)).toBe(0);
  },
);

it("lets a client leave at any time", () => {
  const { costs, useUp } = given();
  useUp(connection("198.51.100.7"));
  for (const name of ["auction:unwatch", "auctions:unwatch", "sale:unwatch", "admin:unwatch"] as const)
    expect(costs.take(connection("198.51.100.7"), name)).toBe(0);
});

it("charges a replay by its changes and bytes, and less if another caller has made it", () => {
  const passesAfter = (madeOf: number): number => {
    const { costs } = given();
    const who = connection("198.51.100.7");
    for (let n = 0; n < 1_000; n += 1) costs.addReplay(who, { bytes: 44 * 1024, madeOf });
    let passes = 0;
    while (costs.take(who, "auction:watch") === 0) passes += 1;
    return passes;
  };
  const nothing = given();
  let most = 0;
  while (nothing.costs.take(connection("198.51.100.7"), "auction:watch") === 0) most += 1;
  expect(passesAfter(0)).toBeLessThan(most);
  expect(passesAfter(100)).toBeLessThan(passesAfter(0));
});

it("answers RATE_LIMITED with the wait, and does not carry the command out", async () => {
  let carriedOut = 0;
  const handlers = {
    "clock:sync": () => {
      carriedOut += 1;
      return { t0: 0, serverTime: "" };
    },
  } as unknown as Handlers;
  const log = { error: () => expect.unreachable() };
  const dispatch = createDispatch({ ...noLimits, handlers, log, charge: () => 250 });
  expect(await dispatch(connection("198.51.100.7"), "clock:sync", { t0: 0 })).toEqual({
    ok: false,
    error: expect.objectContaining({ code: "RATE_LIMITED", retryAfterMs: 250 }),
  });
  expect(carriedOut).toBe(0);
});
