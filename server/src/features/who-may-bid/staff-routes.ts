// /api/admin/bidders: what waits for a decision about bidders, and the decisions.
import * as calls from "@jara/shared/calls/who-may-bid";
import type { ErrorBody } from "@jara/shared/errors";
import { BIDDERS_LIMIT_DEFAULT, type BidderOfUser } from "@jara/shared/rest/who-may-bid";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { findAccount } from "../accounts/account.ts";
import { decideApproval, decideDocument } from "./decisions.ts";
import type { WhoMayBidDeps } from "./deps.ts";
import { bidderOf, documentOf, listBidders } from "./queries.ts";

const userNotFound = () => refuse("NOT_FOUND", { message: "User not found" });

export const serveBidders = (app: App, deps: WhoMayBidDeps): void => {
  const { database } = deps;
  const checked = async (userId: string): Promise<string> =>
    isUuid(userId) && (await findAccount(database, userId)) ? userId : userNotFound();
  const decided = async (userId: string, refused: ErrorBody | null): Promise<BidderOfUser> => {
    if (refused) throw new RefusedError(refused);
    deps.changed(userId);
    return await bidderOf(database, userId);
  };

  serve(app, calls.listBidderRequests, async ({ query }) => {
    const { kind = "approvals", state = "waiting", page = 1, limit = BIDDERS_LIMIT_DEFAULT } = query;
    const { total, ...found } = await listBidders(database, { kind, state }, { page, limit });
    return { ...found, pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.getBidder, async ({ params }) => bidderOf(database, await checked(params.id)));

  serve(app, calls.getBidderDocument, async ({ account: { id: actorId }, params }) => {
    const userId = await checked(params.id);
    const document = await documentOf(database, userId);
    if (!document) return refuse("NOT_FOUND", { message: "This person's document is not here any more." });
    await recordDownload(database, actorId, "bidder document", { userId });
    return document;
  });

  serve(app, calls.decideDocument, async ({ account: { id: actorId }, params: { id: userId }, body }) =>
    isUuid(userId) ? decided(userId, await decideDocument(database, actorId, userId, body)) : userNotFound(),
  );

  serve(app, calls.decideApproval, async ({ account: { id: actorId }, params: { id: userId }, body }) =>
    isUuid(userId) ? decided(userId, await decideApproval(database, actorId, userId, body)) : userNotFound(),
  );
};
