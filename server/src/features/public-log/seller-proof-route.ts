// Serves what opens the public log's commitments to a lot's seller and reserve, to that seller alone: the account that
// is named as the seller, and for the house's own lots the staff who run auctions.
import { getSellerProof } from "@jara/shared/calls/public-log";
import { may } from "@jara/shared/permissions";
import type { Database } from "../../platform/database/database.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { HOUSE } from "../../platform/signing/commitments.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { Published } from "./published/published.ts";
import { saleInLog } from "./queries.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const serveSellerProof = (
  app: App,
  { database, published }: { readonly database: Database; readonly published: Published },
  caller: Caller,
): void => {
  serve(app, getSellerProof, async ({ account: { id: userId }, params: { id: auction }, request }) => {
    const log = await published.current();
    const sale = log && (await saleInLog(database, log.log, auction));
    const isOwn = sale?.sellerId === userId;
    if (!isOwn) {
      if (!may(await caller.role(request), "auctions:run")) return refuse("NOT_FOUND");
      // Comes first, so that staff who bid do not learn whose lot it is.
      await refuseInterested({ database }, userId, auction);
    }
    if (!sale || (!isOwn && sale.sellerId !== null)) return refuse("NOT_FOUND");
    const { sellerId, commitment, salt, reserve } = sale;
    return {
      auction,
      user: sellerId ?? HOUSE,
      commitment,
      salt: hex(salt),
      reserve: reserve && { amount: reserve.amountMinor, salt: hex(reserve.salt) },
    };
  });
};
