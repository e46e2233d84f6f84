// /api/admin/sales/{id}: the papers of a sale for the staff: its results as a table and as pages, labels for its lots, and
// packing lists for its buyers.
import * as calls from "@jara/shared/calls/sale-papers";
import type { Settlement } from "@jara/shared/rest/settlements";
import type { FastifyReply } from "fastify";
import { recordDownload } from "../../../platform/database/record-action.ts";
import type { App } from "../../../platform/http/app.ts";
import { csvFile, csvLine, safeFileName } from "../../../platform/http/csv.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { sendFile } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import { drawApart } from "../../../platform/pdf/draw-apart.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { type ResultLot, resultsOf, type SaleResults } from "./results.ts";
import type { PaperBuyer, PaperLot } from "./sale-pages.ts";

interface PaperDeps extends Pick<RouteDeps, "database" | "engine"> {
  readonly site: () => { readonly brandName: string };
}
type Paper = "results" | "labels" | "packing";

export const serveSalePapers = (app: App, { database, engine, site }: PaperDeps): void => {
  const read = async (saleId: string, adminId: string, file: string): Promise<SaleResults> => {
    const sale = await resultsOf(database, saleId, adminId, engine.rates);
    if (!sale) return refuse("NOT_FOUND", { message: "Sale not found" });
    await recordDownload(database, adminId, file, { sale: sale.title });
    return sale;
  };
  const drawn = async (reply: FastifyReply, sale: SaleResults, paper: Paper, name: string): Promise<string> => {
    const task = {
      paper,
      brandName: site().brandName,
      title: sale.title,
      at: sale.updatedAt,
      lots: paper === "packing" ? [] : sale.lots.map(toPaper),
      buyers: paper === "packing" ? buyersOf(sale) : [],
    };
    const file = await drawApart("./sale-pages.ts", import.meta.url, task);
    return sendFile(reply, safeFileName(`${sale.title} ${name}`, "pdf"), file);
  };

  serve(app, calls.downloadResults, async ({ account, params, reply }) => {
    const sale = await read(params.id, account.id, "results of a sale");
    return sendFile(reply, safeFileName(`${sale.title} results`, "csv"), csvFile(heads, once(sale.lots), resultLine));
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

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const nameOf = ({ buyer }: Settlement): string =>
  [buyer.firstName, buyer.lastName].filter((one) => one !== null && one !== "").join(" ");

/** What the buyer pays beside the hammer price: premium and VAT, or the fee of Buy It Now. */
const extrasOf = ({ price, total }: Settlement): number => (Math.round(total * 100) - Math.round(price * 100)) / 100;

const heads = [
  "lot",
  "title",
  "outcome",
  "currency",
  "hammer price",
  "buyer's premium",
  "VAT on the premium",
  "fee",
  "total",
  "buyer",
  "name",
  "phone",
  "e-mail",
  "paid",
  "remaining",
  "reference",
];

const resultLine = ({ lot, title, outcome, sold }: ResultLot): string =>
  csvLine([
    lot,
    title,
    outcome,
    ...(sold
      ? [
          sold.auction.currency,
          sold.price,
          sold.premium ?? 0,
          sold.vat ?? 0,
          sold.fee,
          sold.total,
          sold.buyer.username,
          nameOf(sold),
          sold.buyer.phone ?? "",
          sold.buyer.email,
          sold.status === "paid" ? "yes" : "no",
          sold.remaining,
          sold.reference,
        ]
      : Array.from({ length: heads.length - 3 }, () => "")),
  ]);

const toPaper = ({ lot, title, outcome, sold }: ResultLot): PaperLot => ({
  lot,
  title,
  outcome,
  currency: sold?.auction.currency ?? null,
  hammer: sold?.price ?? null,
  extras: sold ? extrasOf(sold) : null,
  buyer: sold ? nameOf(sold) || sold.buyer.username : "",
  phone: sold?.buyer.phone ?? "",
  paid: sold ? (sold.status === "paid" ? "Yes" : "No") : "",
});

/** The buyers of paid lots that were not handed over: those with a slot first, in its order; then by their names. */
const buyersOf = ({ lots, slots }: SaleResults): PaperBuyer[] => {
  const byBuyer = new Map<string, PaperBuyer & { readonly lots: { lot: string; title: string }[] }>();
  for (const { lot, title, sold } of lots) {
    if (sold?.status !== "paid" || sold.pickup?.status === "handed-over") continue;
    const { _id, username, phone, email } = sold.buyer;
    const name = nameOf(sold);
    const buyer = byBuyer.get(_id) ?? {
      name: name ? `${name} (${username})` : username,
      phone: phone ?? "",
      email,
      slot: slots.get(_id) ?? null,
      lots: [],
    };
    buyer.lots.push({ lot, title });
    byBuyer.set(_id, buyer);
  }
  const orderOf = ({ slot, name }: PaperBuyer): string => `${slot?.startsAt ?? "later"} ${name}`;
  return [...byBuyer.values()].sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
};
