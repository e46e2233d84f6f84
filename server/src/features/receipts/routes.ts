// /api/users/receipts: one's own receipts and credit notes, as a list and as PDF files. Staff read those of all
// auctions in which they have no interest.
import * as calls from "@jara/shared/calls/receipts";
import { may } from "@jara/shared/permissions";
import { RECEIPTS_LIMIT_DEFAULT, type ReceiptsQuery } from "@jara/shared/rest/receipts";
import { interestsOf } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { auctionNotFound, refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findReceipt, receiptsOfUser } from "./queries.ts";
import { drawReceipt } from "./receipt-file.ts";

const notFound = () => refuse("NOT_FOUND", { message: "Receipt not found" });

export const serveReceipts = (
  app: App,
  deps: Pick<RouteDeps, "database"> & { readonly site: () => Letterhead["site"] },
  caller: Caller,
): void => {
  const { database } = deps;
  const pageOf = async (userId: string, exceptIds: readonly string[], query: ReceiptsQuery) => {
    const { page = 1, limit = RECEIPTS_LIMIT_DEFAULT, auction } = query;
    const aboutId = auction?.toLowerCase();
    if (aboutId !== undefined && !isUuid(aboutId)) return auctionNotFound();
    const { receipts, total } = await receiptsOfUser(database, userId, exceptIds, { page, limit, aboutId });
    return { receipts, pagination: paginationOf(page, limit, total) };
  };

  serve(app, calls.listReceipts, ({ account: { id }, query }) => pageOf(id, [], query));

  serve(app, calls.listReceiptsOfUser, async ({ account: reader, params, query }) => {
    const account = await findAccount(database, params.id);
    if (!account) return refuse("NOT_FOUND", { message: "User not found" });
    return pageOf(account.id, [...(await interestsOf(database, reader.id))], query);
  });

  serve(app, calls.downloadReceipt, async ({ account: { id: userId }, params, request, reply }) => {
    const receipt = (await findReceipt(database, params.id)) ?? notFound();
    if (receipt.userId !== userId) {
      if (!may(await caller.role(request), "users:read")) return notFound();
      await caller.proved(request);
      const { auctionId, number, userId: ownerId } = receipt;
      if (auctionId !== null) await refuseInterested(deps, userId, auctionId);
      const about = { userId: ownerId, ...(auctionId !== null && { auctionId }) };
      await recordDownload(database, userId, "receipt", { ...about, number });
    }
    const { name, content } = await drawReceipt(receipt, deps.site());
    return sendFile(reply, name, content);
  });
};
