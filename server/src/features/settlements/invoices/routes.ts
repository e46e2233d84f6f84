// /api/users/invoices: one's own invoices, as a list and as PDF files. Staff read those in whose lots they have no interest.
import * as calls from "@jara/shared/calls/invoices";
import { may } from "@jara/shared/permissions";
import { INVOICES_LIMIT_DEFAULT } from "@jara/shared/rest/invoices";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { type Page, paginationOf } from "../../../platform/database/pages.ts";
import { recordDownload } from "../../../platform/database/record-action.ts";
import type { App } from "../../../platform/http/app.ts";
import { RefusedError, refuse } from "../../../platform/http/refused.ts";
import { sendFile } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Letterhead } from "../../../platform/pdf/letterhead.ts";
import { findAccount } from "../../accounts/account.ts";
import type { Caller } from "../../accounts/caller.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { drawInvoice } from "./mailed-invoice.ts";
import { makeInvoices } from "./make-invoices.ts";
import { findInvoice, hasAny, invoicesOfBuyer } from "./queries.ts";
import { sendInvoices } from "./send-invoices.ts";

interface InvoiceDeps extends Pick<RouteDeps, "database" | "engine"> {
  readonly site: () => Letterhead["site"];
}

const notFound = () => refuse("NOT_FOUND", { message: "Invoice not found" });

export const serveInvoices = (app: App, deps: InvoiceDeps, caller: Caller): void => {
  serveLists(app, deps);
  serveFile(app, deps, caller);
  serveSending(app, deps);
};

const serveLists = (app: App, { database, engine }: InvoiceDeps): void => {
  const pageOf = async (buyerId: string, exceptIds: readonly string[], page: Page) => {
    await makeInvoices(database, buyerId);
    const { invoices, total } = await invoicesOfBuyer(database, buyerId, exceptIds, page, engine.rates);
    return { invoices, pagination: paginationOf(page.page, page.limit, total) };
  };

  serve(app, calls.listInvoices, ({ account: { id }, query }) => {
    const { page = 1, limit = INVOICES_LIMIT_DEFAULT } = query;
    return pageOf(id, [], { page, limit });
  });

  serve(app, calls.listInvoicesOfUser, async ({ account: reader, params, query }) => {
    const { page = 1, limit = INVOICES_LIMIT_DEFAULT } = query;
    const account = await findAccount(database, params.id);
    if (!account) return refuse("NOT_FOUND", { message: "User not found" });
    return pageOf(account.id, [...(await interestsOf(database, reader.id))], { page, limit });
  });
};

const serveSending = (app: App, { database, engine }: InvoiceDeps): void => {
  serve(app, calls.sendInvoices, async ({ account: { id: adminId }, params }) => {
    const sent = await sendInvoices(database, { adminId, saleId: params.id.toLowerCase(), rates: engine.rates });
    if (sent === null) return refuse("NOT_FOUND", { message: "Sale not found" });
    if ("code" in sent) throw new RefusedError(sent);
    return sent;
  });
};

const serveFile = (app: App, { database, engine, site }: InvoiceDeps, caller: Caller): void => {
  serve(app, calls.downloadInvoice, async ({ account: { id: userId }, params, request, reply }) => {
    const invoice = (await findInvoice(database, params.id, engine.rates)) ?? notFound();
    if (invoice.buyer._id !== userId) {
      if (!may(await caller.role(request), "settlements:read")) return notFound();
      await caller.proved(request);
      if (hasAny(await interestsOf(database, userId), invoice)) return refuse("CONFLICT_OF_INTEREST");
      await recordDownload(database, userId, "invoice", { userId: invoice.buyer._id, number: invoice.number });
    }
    const { name, content } = await drawInvoice(database, invoice, site());
    return sendFile(reply, name, content);
  });
};
