// /api/users/receipts: one's own receipts and credit notes, as a list and as PDF files. Staff read those of all
// auctions in which they have no interest.
import { may } from "@jara/shared/permissions";
import { RECEIPTS_LIMIT_DEFAULT, receiptsAnswer, receiptsQuery } from "@jara/shared/rest/receipts";
import * as z from "zod/mini";
import { interestsOf } from "../../engine/reads/interests.ts";
import { type Page, paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findReceipt, receiptsOfUser } from "./queries.ts";
import { drawReceipt } from "./receipt-file.ts";
import type { ReceiptSite } from "./receipt-page.ts";

const tags = ["Receipts"];
const notFound = () => refuse("NOT_FOUND", { message: "Receipt not found" });

export const serveReceipts = (
  app: App,
  deps: Pick<RouteDeps, "database"> & { readonly site: () => ReceiptSite },
  caller: Caller,
): void => {
  const { database } = deps;
  const pageOf = async (userId: string, exceptIds: readonly string[], page: Page) => {
    const { receipts, total } = await receiptsOfUser(database, userId, exceptIds, page);
    return { receipts, pagination: paginationOf(page.page, page.limit, total) };
  };

  app.get(
    "/api/users/receipts",
    {
      schema: {
        tags,
        summary: "Your receipts and credit notes, newest first",
        description:
          "A payment, refund or penalty has its receipt within seconds; it is listed once it has its number. Numbers of " +
          "a series (`R`, credit notes `C`) and year have no gaps.",
        querystring: receiptsQuery,
        response: { 200: receiptsAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { page = 1, limit = RECEIPTS_LIMIT_DEFAULT } = request.query;
      return pageOf(id, [], { page, limit });
    },
  );

  app.get(
    "/api/admin/users/:id/receipts",
    {
      schema: {
        tags,
        summary: "A user's receipts and credit notes, newest first",
        description: "Receipts about auctions in which the caller has an interest are left out.",
        params: idParams,
        querystring: receiptsQuery,
        response: { 200: receiptsAnswer },
      },
    },
    async (request) => {
      const reader = await caller.staff(request);
      const { page = 1, limit = RECEIPTS_LIMIT_DEFAULT } = request.query;
      const account = await findAccount(database, request.params.id);
      if (!account) return refuse("NOT_FOUND", { message: "User not found" });
      return pageOf(account.id, [...(await interestsOf(database, reader.id))], { page, limit });
    },
  );

  app.get(
    "/api/users/receipts/:id.pdf",
    {
      schema: {
        tags,
        summary: "A receipt or credit note as a PDF file: one's own; for staff who may see people, anybody's",
        description:
          "A member of the staff with an interest in the auction gets only their own: CONFLICT_OF_INTEREST for the others. " +
          "The audit log has each download of somebody else's.",
        params: idParams,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { id: userId } = await caller.signedIn(request);
      const receipt = (await findReceipt(database, request.params.id)) ?? notFound();
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
    },
  );
};
