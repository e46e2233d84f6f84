// Carries out the commands of bids and max bids. REST and the live transports both use this file, so that a command means the
// same on every transport.
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import type { CommandData } from "@jara/shared/live-commands";
import { toCancelled, toPlacedBid, toSetMaxBid, toWithdrawn, withReceipt } from "../../engine/answers.ts";
import { type BidderCommandDeps, bidderCommand, createTermsFirst, noteLimited } from "../../engine/bidder-commands.ts";
import { explainLotChanged } from "../../engine/reads/content-changes.ts";
import { auctionOfMaxBid } from "./queries.ts";

export type BidCommands = ReturnType<typeof createBidCommands>;

/** Each function carries out one user's command and returns its answer or its refusal. Amounts are in major units. */
export const createBidCommands = (deps: BidderCommandDeps) => {
  const { database, engine } = deps;
  const withChanges = <T extends object>(auctionId: string, seen: number | undefined, result: T | ErrorBody) =>
    explainLotChanged(database, auctionId, seen, result);
  const termsFirst = createTermsFirst(deps);
  const maxBidNotFound = refusal("NOT_FOUND", { message: "Max bid not found" });

  return {
    /** The note of a command that a limit refuses, for the limit's caller. */
    limited: <C extends keyof typeof bidderCommand>(name: C, data: CommandData<C>) => noteLimited(engine, name, data),

    async placeBid(userId: string, data: CommandData<"bid:place">) {
      const command = bidderCommand["bid:place"](userId, data);
      const answered = await termsFirst(command);
      const answer = await withReceipt(data, command, answered, toPlacedBid(answered));
      return withChanges(data.auctionId, data.contentVersion, answer);
    },

    async setMaxBid(userId: string, data: CommandData<"maxbid:set">) {
      const command = bidderCommand["maxbid:set"](userId, data);
      const answered = await termsFirst(command);
      const answer = await withReceipt(data, command, answered, toSetMaxBid(answered));
      return withChanges(data.auctionId, data.contentVersion, answer);
    },

    async confirmMaxBid(userId: string, data: CommandData<"maxbid:confirm">) {
      const { maxBidId, contentVersion, commandId } = data;
      const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
      if (!auctionId) return maxBidNotFound;
      const command = { type: "ConfirmMaxBid", auctionId, userId, commandId, maxBidId, contentVersion } as const;
      const answered = await termsFirst(command);
      return withChanges(auctionId, contentVersion, await withReceipt(data, command, answered, toSetMaxBid(answered)));
    },

    async cancelMaxBid(userId: string, data: CommandData<"maxbid:cancel">) {
      const { maxBidId, commandId } = data;
      const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
      if (!auctionId) return maxBidNotFound;
      const command = { type: "CancelMaxBid", auctionId, userId, commandId, maxBidId } as const;
      const answered = await engine.submit(command);
      return withReceipt(data, command, answered, toCancelled(answered));
    },

    async withdrawBids(userId: string, data: CommandData<"bid:withdraw">) {
      const command = bidderCommand["bid:withdraw"](userId, data);
      const answered = await engine.submit(command);
      return withReceipt(data, command, answered, toWithdrawn(answered));
    },
  };
};
