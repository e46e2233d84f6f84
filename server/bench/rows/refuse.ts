// Sends commands that are refused, for several reasons, from people who can and who cannot bid.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { ErrorCode } from "@jara/shared/errors";
import type { Minor } from "@jara/shared/money";
import type { Database } from "../../src/platform/database/database.ts";
import { type Participants, roundRobin, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { IN_FLIGHT, openEngine } from "../engine/with-engine.ts";

/** Each command has an id of its own. Returns how many got which code, and the total time. */
export const refuse = async (
  database: Database,
  { auctionIds, bidderIds }: Participants,
  count: number,
): Promise<{ ms: number; codes: ReadonlyMap<ErrorCode, number> }> => {
  const [unverified] = await database.query<{ id: string }>(
    `insert into users (id, username, email, created_at)
     values (gen_random_uuid(), 'unverified', 'unverified@bench.invalid', clock_timestamp()) returning id`,
  );
  if (!unverified) throw new Error("no account");
  const { engine, close } = await openEngine(database);
  const codes = new Map<ErrorCode, number>();
  const nextAuction = roundRobin(auctionIds);
  // Half of them come from the one account that may not bid; the others are too low.
  const nextUser = roundRobin(bidderIds.flatMap((bidderId) => [bidderId, unverified.id]));
  let sent = 0;
  const sendUntilTheEnd = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const by = { auctionId: nextAuction(), userId: nextUser(), commandId: randomUUID() };
      const { outcome } = await engine.submit({ type: "PlaceBid", ...by, amountMinor: STARTING_PRICE_MINOR as Minor });
      if (outcome.ok) throw new Error("a bid that should be refused was accepted");
      codes.set(outcome.error.code, (codes.get(outcome.error.code) ?? 0) + 1);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendUntilTheEnd));
  const ms = performance.now() - startedAt;
  await close();
  return { ms, codes };
};
