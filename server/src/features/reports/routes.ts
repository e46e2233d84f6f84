// /api/admin/reports and its file: lots, bidders, revenue and defaults by week or by sale.
import * as calls from "@jara/shared/calls/reports";
import {
  REPORT_DAYS_MAX,
  REPORT_WEEKS_DEFAULT,
  type ReportFigures,
  type ReportGroup,
  type ReportRow,
} from "@jara/shared/rest/reports";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { refuseField } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { addDays, lagosDay, writtenDay } from "../../platform/lib/lagos-time.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type ReportScope, readReport } from "./queries.ts";
import { daysBetween, mondayOf } from "./weeks.ts";

interface Query {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: ReportGroup | undefined;
}

export const serveReports = (
  app: App,
  { database, engine, clock }: Pick<RouteDeps, "database" | "engine" | "clock">,
): void => {
  const scopeOf = (query: Query): ReportScope => {
    const { by = "week" } = query;
    const to = query.to ?? lagosDay(clock.now());
    const from = query.from ?? addDays(mondayOf(to), -7 * (REPORT_WEEKS_DEFAULT - 1));
    if (from > to) return invalid("The first day must not be after the last");
    if (daysBetween(from, to) > REPORT_DAYS_MAX) return invalid("A report covers at most two years");
    return { from, to, by };
  };

  serve(
    app,
    calls.getReport,
    async ({ account: { id }, query }) => await readReport(database, scopeOf(query), id, engine.rates),
  );

  serve(app, calls.downloadReport, async ({ account: { id }, query, reply }) => {
    const scope = scopeOf(query);
    await recordDownload(database, id, "report", { ...scope });
    const { rows, total } = await readReport(database, scope, id, engine.rates);
    const lines = async function* () {
      yield [...rows.map((row) => ({ ...row, name: rowNameOf(row, scope.by) })), { ...total, name: "all" }];
    };
    const file = csvFile([scope.by === "week" ? "week from" : "sale", ...heads], lines(), lineOf);
    return sendFile(reply, `report_${scope.by}_${scope.from}_${scope.to}.csv`, file);
  });
};

const invalid = (message: string): never => {
  return refuseField("from", message);
};

const rowNameOf = ({ key, title, closesAt }: ReportRow, by: ReportGroup): string => {
  if (by === "week") return key;
  if (title === null) return key === "" ? "no sale" : key;
  return closesAt ? `${title}, ${writtenDay(lagosDay(Date.parse(closesAt)))}` : title;
};

const heads = [
  "lots ended",
  "sold",
  "sell-through (%)",
  "bids",
  "bids per lot",
  "bidders",
  "new bidders",
  "returning bidders",
  "hammer (NGN)",
  "hammer (USD)",
  "hammer in naira",
  "fees (NGN)",
  "fees (USD)",
  "fees in naira",
  "received (NGN)",
  "reversed (NGN)",
  "defaults",
  "penalties kept (NGN)",
  "penalties returned (NGN)",
  "buyer's premium (NGN)",
  "buyer's premium (USD)",
  "buyer's premium in naira",
  "VAT on the premium (NGN)",
  "VAT on the premium (USD)",
  "VAT on the premium in naira",
  "deposits taken (NGN)",
  "deposits returned (NGN)",
  "payments returned to balances (NGN)",
];

const lineOf = ({ name, hammer, fees, premium, vat, ...row }: ReportFigures & { readonly name: string }): string =>
  csvLine([
    name,
    String(row.lots),
    String(row.sold),
    row.sellThrough ?? "",
    String(row.bids),
    row.bidsPerLot ?? "",
    ...[row.bidders, row.newBidders, row.returningBidders].map(String),
    hammer.NGN,
    hammer.USD,
    hammer.ngn,
    fees.NGN,
    fees.USD,
    fees.ngn,
    row.received,
    row.reversed,
    String(row.defaults),
    row.penaltiesKept,
    row.penaltiesReturned,
    premium.NGN,
    premium.USD,
    premium.ngn,
    vat.NGN,
    vat.USD,
    vat.ngn,
    row.depositsTaken,
    row.depositsReturned,
    row.refunds,
  ]);
