// Builds the engine's commands from what bidders send, and submits them if the terms of the lot's sale allow it. A
// command that is refused before it reaches the engine is noted as evidence, like the engine's own refusals.
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandData } from "@jara/shared/live-commands";
import { toMinor } from "@jara/shared/money";
import type { UserCommand } from "../auction/commands.ts";
import type { Database } from "../platform/database/database.ts";
import type { AuctionEngine } from "./auction-engine.ts";
import { maxBidIdOf } from "./max-bid-id.ts";
import { type Answered, isPreconditionFailed, unavailable } from "./outcome.ts";
import type { RequirementsInForce } from "./reads/bidder-checks.ts";
import { createTermsGate } from "./reads/sale-terms.ts";

export const bidderCommand = {
  "bid:place": (userId: string, { amount, ...asked }: CommandData<"bid:place">) =>
    ({ type: "PlaceBid", userId, ...asked, amountMinor: toMinor(amount) }) as const,
  "maxbid:set": (userId: string, { maxAmount, ...asked }: CommandData<"maxbid:set">) => {
    const maxBidId = maxBidIdOf(asked.auctionId, userId);
    return { type: "SetMaxBid", userId, ...asked, maxBidId, amountMinor: toMinor(maxAmount) } as const;
  },
  "bid:withdraw": (userId: string, asked: CommandData<"bid:withdraw">) =>
    ({ type: "WithdrawBids", userId, ...asked }) as const,
  "buy-it-now": (userId: string, { price, ...asked }: CommandData<"buy-it-now">) => {
    const seen = price !== undefined && { priceMinor: toMinor(price) };
    return { type: "BuyItNow", userId, ...asked, ...seen, purchaseId: randomUUID() } as const;
  },
};

/** A lot opens anew only by staff, so more than one look in a row is rare. */
const MAX_LOOKS = 5;

export interface BidderCommandDeps {
  readonly database: Database;
  readonly engine: AuctionEngine;
  readonly requirements: RequirementsInForce;
}

/**
 * Submits a bidder's command once the terms of the lot's sale are accepted and the bidder qualifies, or refuses it with
 * TERMS_NOT_ACCEPTED or BIDDER_NOT_APPROVED.
 */
export const createTermsFirst = ({ database, engine, requirements }: BidderCommandDeps) => {
  const gate = createTermsGate({ database, requirements, rates: () => engine.rates });
  return async (command: Parameters<typeof gate.pass>[0]): Promise<Answered> => {
    for (let looks = 1; ; looks++) {
      const passed = await gate.pass(command);
      if ("refused" in passed) {
        engine.noteRefused(command, passed.refused);
        return { outcome: { ok: false, error: passed.refused }, at: null };
      }
      const answered = await engine.submit(command, passed.precondition);
      if (!isPreconditionFailed(answered.outcome)) return answered;
      if (looks === MAX_LOOKS) return { outcome: unavailable, at: null };
      gate.forget(command.auctionId);
    }
  };
};

/** Notes a command that a rate limit refused. */
export const noteLimited =
  <C extends keyof typeof bidderCommand>(engine: AuctionEngine, name: C, data: CommandData<C>) =>
  (userId: string, error: ErrorBody): void => {
    const build = bidderCommand[name] as (userId: string, data: CommandData<C>) => UserCommand;
    engine.noteRefused(build(userId, data), error);
  };
