// /api/users/sales, /api/users/seller-statement and /api/admin/sellers: a seller's own lots and statement, and what the
// house owes to sellers.
import * as calls from "@jara/shared/calls/seller-sales";
import type { ExchangeRates } from "@jara/shared/money";
import {
  SALES_LIMIT_DEFAULT,
  type SellerEntry,
  type SellerPeriod,
  type SellerStatement,
} from "@jara/shared/rest/seller-sales";
import { STATEMENT_PDF_MAX } from "@jara/shared/rest/statement";
import type { House } from "@jara/shared/site-settings";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { houseAt } from "../../engine/reads/house-of-papers.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine, safeFileName } from "../../platform/http/csv.ts";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import { madeOutTo, personName } from "../../platform/lib/made-out-to.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../../platform/limits/one-at-a-time.ts";
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import { findAccount, type SignedIn } from "../accounts/account.ts";
import { viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { issueStatement } from "./issue-statement.ts";
import { agreedFor, ownLotIds, salesOfLots, toOwnSale } from "./own-sales.ts";
import {
  commissionsOf,
  monthThatIsOver,
  owedSellers,
  type PaidEntry,
  paidToSellers,
  sellerStatement,
  signedNameOf,
  statementForStaff,
} from "./seller-statement.ts";

export interface ProceedsRouteDeps extends Pick<RouteDeps, "config" | "database" | "clock"> {
  /** A seller is paid this many days after the buyer's payment. */
  readonly proceedsDays: () => number;
  readonly exchange: { readonly current: () => ExchangeRates };
  readonly site: () => Letterhead["site"];
  readonly settings: { readonly current: () => { readonly house: House } };
}

export const serveProceeds = (app: App, deps: ProceedsRouteDeps): void => {
  const { database, proceedsDays: days, exchange } = deps;

  serve(app, calls.listOwnSales, async ({ account: { id }, query }) => {
    const { page = 1, limit = SALES_LIMIT_DEFAULT } = query;
    const { ids, total } = await ownLotIds(database, id, { page, limit });
    const [lots, sales, agreed] = await Promise.all([
      inOrder(database, ids),
      salesOfLots(database, ids),
      agreedFor(database, ids),
    ]);
    // A seller sees what everybody sees, also one who works on the site.
    const views = await viewsOf(deps, lots, { kind: "user", id });
    return {
      auctions: views.map((auction) => {
        const sale = sales.get(auction._id);
        const { reservePrice, terms } = agreed.get(auction._id) ?? { reservePrice: null, terms: null };
        return {
          auction,
          reservePrice,
          terms,
          sale: sale ? toOwnSale(sale, days(), exchange.current()) : null,
        };
      }),
      pagination: paginationOf(page, limit, total),
    };
  });

  serve(app, calls.listOwedSellers, ({ account, query: period }) =>
    owedSellers(database, { readerId: account.id, days: days(), rates: exchange.current(), period }),
  );

  serve(app, calls.getSellerForStaff, async ({ account: { id: readerId }, params: { id }, query }) => {
    const seller = await findAccount(database, id);
    if (!seller) return refuse("NOT_FOUND", { message: "User not found" });
    const asked = { readerId, days: days(), rates: exchange.current() };
    const { statement, isWhole } = await statementForStaff(database, id, query, asked);
    const user = { _id: id, username: seller.username, name: personName(seller) };
    return { user, isPartial: !isWhole, statement };
  });

  serve(app, calls.downloadSellers, async ({ account, query, reply }) => {
    const parts = [await paidToSellers(database, account.id, query)];
    return sendFile(reply, `sellers_${periodName(query)}.csv`, csvFile(houseHeads, inParts(parts), houseLine));
  });

  serveStatementFiles(app, deps);
};

const serveStatementFiles = (app: App, deps: ProceedsRouteDeps): void => {
  const { site, settings, database, clock, exchange, proceedsDays: days } = deps;
  const drawing = new OneAtATime(2);
  const read = (sellerId: string, period: SellerPeriod) =>
    sellerStatement(database, sellerId, period, { days: days(), rates: exchange.current() });

  serve(app, calls.getSellerStatement, ({ account, query }) => read(account.id, query));

  serve(app, calls.downloadSellerStatementCsv, async ({ account, query, reply }) => {
    const { entries } = await read(account.id, query);
    return sendFile(reply, `sales_${periodName(query)}.csv`, csvFile(ownHeads, inParts([entries]), ownLine));
  });

  /** A statement without entries, or of which lots were left out, is not issued. */
  const draw = async (holder: SignedIn, period: SellerPeriod, statement: SellerStatement, isWhole: boolean) => {
    const { entries } = statement;
    if (entries.length > STATEMENT_PDF_MAX) {
      const most = STATEMENT_PDF_MAX.toLocaleString("en-NG");
      const message = `A PDF file has at most ${most} entries. Choose a shorter period, or take the CSV file.`;
      return refuseField("from", message);
    }
    const { brandName, publicUrl, contact } = site();
    const lots = entries.map(({ auction }) => auction._id);
    const name = personName({ ...holder, username: (await signedNameOf(database, holder.id)) ?? holder.username });
    const seller = { ...madeOutTo(holder), name };
    const paper = { statement, seller, period, commissions: await commissionsOf(database, lots) };
    const issued =
      isWhole && entries.length > 0
        ? await issueStatement(database, holder.id, paper, monthThatIsOver(period, clock.now()))
        : { number: null, issuedAt: clock.now(), paper };
    const house = issued.number === null ? settings.current().house : await houseAt(database.db, issued.issuedAt);
    const toDraw = { ...issued, letterhead: { house, site: { brandName, publicUrl, contact } } };
    return await drawApart("./seller-statement-file.ts", import.meta.url, toDraw);
  };

  serve(app, calls.downloadSellerStatementPdf, async ({ account, query, reply }) => {
    const leave = await drawing.enter(account.id);
    if (leave === TOO_MANY_WAIT) return refuse("RATE_LIMITED", { retryAfterMs: 1_000 });
    try {
      const file = await draw(account, query, await read(account.id, query), true);
      return sendFile(reply, `sales_${periodName(query)}.pdf`, file);
    } finally {
      leave();
    }
  });

  serve(app, calls.downloadSellerForStaff, async ({ account: { id: readerId }, params: { id }, query, reply }) => {
    const seller = await findAccount(database, id);
    if (!seller) return refuse("NOT_FOUND", { message: "User not found" });
    const asked = { readerId, days: days(), rates: exchange.current() };
    const { statement, isWhole } = await statementForStaff(database, id, query, asked);
    const file = await draw(seller, query, statement, isWhole);
    await recordDownload(database, readerId, "statement of a seller", { userId: id });
    return sendFile(reply, safeFileName(`${seller.username} sales ${periodName(query)}`, "pdf"), file);
  });
};

async function* inParts<Row>(parts: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* parts;
}

const periodName = ({ from, to }: SellerPeriod): string => `${from ?? "start"}_${to ?? "now"}`;

const saleHeads = ["Lot number", "Sale", "Sale date"];
const saleCells = ({ lot, sale }: SellerEntry): string[] => [lot ?? "", sale?.title ?? "", sale?.day ?? ""];

const ownHeads = ["Time (Lagos)", "Lot", "What", "Amount (NGN)", "Cause", ...saleHeads];
const ownLine = (entry: SellerEntry): string => {
  const { at, auction, text, amount, cause } = entry;
  return csvLine([sortableLagosTime(Date.parse(at)), auction.title, text, amount, cause, ...saleCells(entry)]);
};

const houseHeads = ["Time (Lagos)", "Seller", "Lot", "What", "Amount (NGN)", "Cause", ...saleHeads, "Seller's name"];
const houseLine = (entry: PaidEntry): string => {
  const { at, seller, sellerName, auction, text, amount, cause } = entry;
  const what = [auction.title, text, amount, cause, ...saleCells(entry)];
  return csvLine([sortableLagosTime(Date.parse(at)), seller, ...what, sellerName]);
};
