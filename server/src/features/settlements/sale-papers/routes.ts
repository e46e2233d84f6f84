// /api/admin/sales/{id}: the bidders of a sale and its papers for the staff: its results as a table and as pages, labels for
// its lots, and packing lists for its buyers.
import * as calls from "@jara/shared/calls/sale-papers";
import type { Role } from "@jara/shared/permissions";
import { SALE_BIDDERS_LIMIT_DEFAULT } from "@jara/shared/rest/sale-bidders";
import { SALE_RESULTS_LIMIT_DEFAULT } from "@jara/shared/rest/sale-results";
import type { House } from "@jara/shared/site-settings";
import type { FastifyReply } from "fastify";
import { paginationOf, rowsBefore } from "../../../platform/database/pages.ts";
import { recordDownload } from "../../../platform/database/record-action.ts";
import type { App } from "../../../platform/http/app.ts";
import { csvFile, safeFileName } from "../../../platform/http/csv.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { sendFile } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import { personName } from "../../../platform/lib/made-out-to.ts";
import { drawApart } from "../../../platform/pdf/draw-apart.ts";
import type { Letterhead } from "../../../platform/pdf/letterhead.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { biddersOfSale } from "./bidders.ts";
import { bidderHeads, bidderLines, chosenBidders, sumOfBidders } from "./choose-bidders.ts";
import { resultHeads, resultLines, resultOnScreen, sumsOnScreen } from "./result-columns.ts";
import { resultsOf, type SaleResults } from "./results.ts";
import type { PaperBuyer } from "./sale-pages.ts";

interface PaperDeps extends Pick<RouteDeps, "database" | "engine"> {
  readonly site: () => Letterhead["site"];
  readonly settings: { readonly current: () => { readonly house: House } };
}
type Paper = "results" | "labels" | "packing";

const notFound = () => refuse("NOT_FOUND", { message: "Sale not found" });

export const serveSaleBidders = (app: App, { database, engine }: Pick<PaperDeps, "database" | "engine">): void => {
  const read = async (saleId: string, reader: { id: string; role: Role }) =>
    (await biddersOfSale(database, { saleId, reader, rates: engine.rates })) ?? notFound();

  serve(app, calls.listSaleBidders, async ({ account, params, query }) => {
    const { page = 1, limit = SALE_BIDDERS_LIMIT_DEFAULT, ...choice } = query;
    const { sale, bidders } = await read(params.id, account);
    const chosen = chosenBidders(bidders, choice, engine.rates);
    const start = rowsBefore({ page, limit });
    return {
      sale,
      bidders: chosen.slice(start, start + limit),
      sum: sumOfBidders(chosen),
      pagination: paginationOf(page, limit, chosen.length),
    };
  });

  serve(app, calls.downloadSaleBidders, async ({ account, params, query, reply }) => {
    const { sale, day, bidders } = await read(params.id, account);
    await recordDownload(database, account.id, "bidders of a sale", { sale: sale.title });
    const lines = bidderLines(chosenBidders(bidders, query, engine.rates));
    return sendFile(
      reply,
      fileNameOf({ title: sale.title, day }, "bidders", "csv"),
      csvFile(bidderHeads, once(lines), String),
    );
  });
};

export const serveSaleResults = (app: App, { database, engine }: Pick<PaperDeps, "database" | "engine">): void => {
  serve(
    app,
    calls.listSaleResults,
    async ({ account, params, query: { page = 1, limit = SALE_RESULTS_LIMIT_DEFAULT } }) => {
      const asked = { saleId: params.id, readerId: account.id, rates: engine.rates };
      const { lots } = (await resultsOf(database, asked)) ?? notFound();
      const start = rowsBefore({ page, limit });
      return {
        sold: lots.filter(({ sold }) => sold !== null).length,
        results: lots.slice(start, start + limit).map(resultOnScreen),
        sums: sumsOnScreen(lots),
        pagination: paginationOf(page, limit, lots.length),
      };
    },
  );
};

export const serveSalePapers = (app: App, { database, engine, site, settings }: PaperDeps): void => {
  const read = async (saleId: string, readerId: string, file: string): Promise<SaleResults> => {
    const sale = await resultsOf(database, { saleId, readerId, rates: engine.rates });
    if (!sale) return notFound();
    await recordDownload(database, readerId, file, { sale: sale.title });
    return sale;
  };
  const drawn = async (reply: FastifyReply, sale: SaleResults, paper: Paper, name: string): Promise<string> => {
    const { title, day, updatedAt: at, lots, buyerNumbers } = sale;
    const { brandName, publicUrl, contact } = site();
    const task = {
      paper,
      letterhead: { house: settings.current().house, site: { brandName, publicUrl, contact } },
      title,
      day,
      at,
      lots: paper === "packing" ? [] : lots,
      buyers: paper === "packing" ? buyersOf(sale) : [],
      buyerNumbers,
    };
    const file = await drawApart("./sale-pages.ts", import.meta.url, task);
    return sendFile(reply, fileNameOf(sale, name, "pdf"), file);
  };

  serve(app, calls.downloadResults, async ({ account, params, reply }) => {
    const sale = await read(params.id, account.id, "results of a sale");
    return sendFile(
      reply,
      fileNameOf(sale, "results", "csv"),
      csvFile(resultHeads, once(resultLines(sale.lots)), String),
    );
  });
  serve(app, calls.downloadResultPages, async ({ account, params, reply }) =>
    drawn(reply, await read(params.id, account.id, "results of a sale"), "results", "results"),
  );
  serve(app, calls.downloadLabels, async ({ account, params, reply }) =>
    drawn(reply, await read(params.id, account.id, "labels of a sale"), "labels", "labels"),
  );
  serve(app, calls.downloadPackingLists, async ({ account, params, reply }) =>
    drawn(reply, await read(params.id, account.id, "packing lists of a sale"), "packing", "packing lists"),
  );
};

/** The title is cut first, so that the date and the paper's name stay. */
const fileNameOf = <Extension extends string>(
  { title, day }: Pick<SaleResults, "title" | "day">,
  paper: string,
  extension: Extension,
) => safeFileName(`${safeFileName(title, "pdf").slice(0, -4).slice(0, 34)} ${day} ${paper}`, extension);

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

interface Listed {
  readonly lots: { lot: string; title: string }[];
  readonly invoices: Set<string>;
}

/** The buyers of paid lots that were not handed over: those with a slot first, in its order; then by their names. */
const buyersOf = ({ lots, slots, buyerNumbers, invoices }: SaleResults): PaperBuyer[] => {
  const byBuyer = new Map<string, PaperBuyer & Listed>();
  const unpaidOf = (id: string): string[] =>
    lots.flatMap(({ lot, sold }) => (sold?.status === "open" && sold.buyer._id === id ? lot : []));
  for (const { lot, title, sold } of lots) {
    if (sold?.status !== "paid" || sold.pickup?.status === "handed-over") continue;
    const { _id, username, phone, email } = sold.buyer;
    const name = personName(sold.buyer);
    const buyer = byBuyer.get(_id) ?? {
      name: name === username ? name : `${name} (${username})`,
      number: buyerNumbers.get(_id) ?? null,
      invoices: new Set<string>(),
      phone: phone ?? "",
      email,
      slot: slots.get(_id) ?? null,
      lots: [],
      unpaid: unpaidOf(_id),
    };
    buyer.lots.push({ lot, title });
    const invoice = invoices.get(sold._id);
    if (invoice) buyer.invoices.add(invoice);
    byBuyer.set(_id, buyer);
  }
  const orderOf = ({ slot, name }: PaperBuyer): string => `${slot?.startsAt ?? "later"} ${name}`;
  return [...byBuyer.values()].sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
};
