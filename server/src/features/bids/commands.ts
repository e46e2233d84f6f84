// Builds the engine's commands for bids and max bids. REST and the live transports both use this file, so that a
// command means the same on every transport.
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import type { CommandData } from "@jara/shared/socket";
import { toPlacedBid, toSetMaxBid, toWithdrawn } from "../../engine/answers.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import { maxBidIdOf } from "../../engine/max-bid-id.ts";
import { explainLotChanged } from "../../engine/reads/content-changes.ts";
import { createTermsGate } from "../../engine/reads/sale-terms.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctionOfMaxBid } from "./queries.ts";

export type BidCommands = ReturnType<typeof createBidCommands>;

/** Each function carries out one user's command and returns its answer or its refusal. Amounts are in major units. */
export const createBidCommands = ({ database, engine }: { database: Database; engine: AuctionEngine }) => {
  const withChanges = <T extends object>(auctionId: string, seen: number | undefined, result: T | ErrorBody) =>
    explainLotChanged(database, auctionId, seen, result);
  const withoutTerms = createTermsGate(database);
  const maxBidNotFound = refusal("NOT_FOUND", { message: "Max bid not found" });

  return {
    async placeBid(userId: string, { auctionId, amount, commandId, contentVersion }: CommandData<"bid:place">) {
      const refused = await withoutTerms({ auctionId, userId, commandId });
      if (refused) return refused;
      const amountMinor = toMinor(amount);
      const command = { type: "PlaceBid", auctionId, userId, commandId, amountMinor, contentVersion } as const;
      return withChanges(auctionId, contentVersion, toPlacedBid(await engine.submit(command)));
    },

    async setMaxBid(userId: string, data: CommandData<"maxbid:set">) {
      const { auctionId, maxAmount, currency, commandId, contentVersion } = data;
      const refused = await withoutTerms({ auctionId, userId, commandId });
      if (refused) return refused;
      const maxBidId = maxBidIdOf(auctionId, userId);
      const asked = { amountMinor: toMinor(maxAmount), currency, contentVersion };
      const answered = await engine.submit({ type: "SetMaxBid", auctionId, userId, commandId, maxBidId, ...asked });
      return withChanges(auctionId, contentVersion, toSetMaxBid(answered));
    },

    async confirmMaxBid(userId: string, { maxBidId, contentVersion, commandId }: CommandData<"maxbid:confirm">) {
      const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
      if (!auctionId) return maxBidNotFound;
      const refused = await withoutTerms({ auctionId, userId, commandId });
      if (refused) return refused;
      const command = { type: "ConfirmMaxBid", auctionId, userId, commandId, maxBidId, contentVersion } as const;
      return withChanges(auctionId, contentVersion, toSetMaxBid(await engine.submit(command)));
    },

    async cancelMaxBid(userId: string, { maxBidId, commandId }: CommandData<"maxbid:cancel">) {
      const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
      if (!auctionId) return maxBidNotFound;
      const { outcome } = await engine.submit({ type: "CancelMaxBid", auctionId, userId, commandId, maxBidId });
      return outcome.ok ? {} : outcome.error;
    },

    async withdrawBids(userId: string, { auctionId, commandId }: CommandData<"bid:withdraw">) {
      return toWithdrawn(await engine.submit({ type: "WithdrawBids", auctionId, userId, commandId }));
    },
  };
};
