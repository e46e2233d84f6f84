// Builds the engine's commands from what bidders send, and submits them if the terms of the lot's sale allow it. A
// command that is refused before it reaches the engine is noted as evidence, like the engine's own refusals.
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import type { CommandData } from "@jara/shared/socket";
import type { UserCommand } from "../auction/commands.ts";
import type { Database } from "../platform/database/database.ts";
import type { AuctionEngine } from "./auction-engine.ts";
import { maxBidIdOf } from "./max-bid-id.ts";
import { type Answered, refusedOutcome } from "./outcome.ts";
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
  "buy-it-now": (userId: string, asked: CommandData<"buy-it-now">) =>
    ({ type: "BuyItNow", userId, ...asked, purchaseId: randomUUID() }) as const,
};

/** Submits a bidder's command once the terms of the lot's sale are accepted, or refuses it with TERMS_NOT_ACCEPTED. */
export const createTermsFirst = ({ database, engine }: { database: Database; engine: AuctionEngine }) => {
  const withoutTerms = createTermsGate(database);
  return async (command: UserCommand): Promise<Answered> => {
    const refused = await withoutTerms(command);
    if (!refused) return await engine.submit(command);
    engine.noteRefused(command, refused);
    return { outcome: refusedOutcome(refused), at: null };
  };
};

/** Notes a command that a rate limit refused. */
export const noteLimited =
  <C extends keyof typeof bidderCommand>(engine: AuctionEngine, name: C, data: CommandData<C>) =>
  (userId: string, error: ErrorBody): void => {
    const build = bidderCommand[name] as (userId: string, data: CommandData<C>) => UserCommand;
    engine.noteRefused(build(userId, data), error);
  };
