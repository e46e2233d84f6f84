// POST /api/auctions/admin/house-rules: gives drafts the increments and the soft close that the house gives new lots. Each
// lot gets one command of its own, whose id follows from the request's, so that a repeated request does nothing twice.
import * as calls from "@jara/shared/calls/auction-management";
import type { HouseRules } from "@jara/shared/house-rules";
import type { EditAuction } from "../../auction/commands.ts";
import { hashOf } from "../../engine/outcome.ts";
import { findAuctions } from "../../engine/reads/find-auctions.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import type { AuctionRouteDeps } from "./routes.ts";

const NOT_A_DRAFT = "It is not a draft, so it keeps its rules.";

const editOf = ({ incrementTable, softClose }: HouseRules): EditAuction["edit"] => ({
  softClose,
  ...(incrementTable && { incrementTable }),
});

export const serveHouseRules = (
  app: App,
  { database, engine, houseRules }: Pick<AuctionRouteDeps, "database" | "engine" | "houseRules">,
): void => {
  serve(app, calls.useHouseRules, async ({ account: { id: userId }, body, commandId }) => {
    const auctionIds = [...new Set(body.auctionIds)];
    const drafts = new Set(
      (await findAuctions(database, auctionIds.filter(isUuid)))
        .filter(({ status, isRemoved }) => status === "draft" && !isRemoved)
        .map(({ id }) => id),
    );
    const edit = editOf(houseRules());
    const outcomes = await Promise.all(
      auctionIds.map(async (auctionId) => {
        if (!drafts.has(auctionId)) return { auctionId, message: NOT_A_DRAFT };
        const of = { auctionId, userId, commandId: `house-${hashOf([commandId, auctionId]).slice(0, 40)}` };
        const { outcome } = await engine.submit({ type: "EditAuction", ...of, edit });
        return { auctionId, message: outcome.ok ? null : outcome.error.message };
      }),
    );
    return {
      changed: outcomes.filter(({ message }) => message === null).map(({ auctionId }) => auctionId),
      refused: outcomes.flatMap(({ auctionId, message }) => (message === null ? [] : [{ auctionId, message }])),
    };
  });
};
