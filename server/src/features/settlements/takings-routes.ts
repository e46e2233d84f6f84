// /api/admin/takings and the files of payments and settlements: what staff need to balance the books.
import * as calls from "@jara/shared/calls/takings";
import { type Minor, toMajor } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import { TAKINGS_LIMIT_DEFAULT } from "@jara/shared/rest/takings";
import type { Database } from "../../platform/database/database.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { refuseField } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { lagosDay, sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import type { RouteDeps } from "../route-deps.ts";
import { creditNotesOf, type OtherMoneyRow, otherMoneyInParts } from "./other-money.ts";
import { referenceOf } from "./owed-view.ts";
import { invoiceOf, type PaymentRow } from "./payment-rows.ts";
import { settlementsInParts } from "./queries.ts";
import {
  otherMoneyIn,
  type Period,
  paymentsOfPeriod,
  readTakings,
  type TakingsScope,
  takingsScope,
} from "./takings.ts";

const READ_AT_ONCE = 500;

export const serveTakings = (
  app: App,
  { database, engine, clock }: Pick<RouteDeps, "database" | "engine" | "clock">,
): void => {
  const periodOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Period => {
    const today = lagosDay(clock.now());
    const period = { from: from ?? to ?? today, to: to ?? from ?? today };
    if (period.from <= period.to) return period;
    const message = "The first day must not be after the last";
    return refuseField("from", message);
  };

  serve(app, calls.getTakings, async ({ account: { id }, query }) => {
    const { page = 1, limit = TAKINGS_LIMIT_DEFAULT } = query;
    const scope = await takingsScope(database, periodOf(query), id);
    return await readTakings(database, scope, { page, limit }, engine.rates);
  });

  serve(app, calls.downloadTakings, async ({ account: { id }, query, reply }) => {
    const scope = await takingsScope(database, periodOf(query), id);
    await recordDownload(database, id, "takings", { from: scope.from, to: scope.to });
    const name = `takings_${scope.from}_${scope.to}.csv` as const;
    return sendFile(reply, name, csvFile(paymentHeads, takingsInParts(database, scope), takingLine));
  });

  serve(app, calls.downloadSettlements, async ({ account: { id: adminId }, query, reply }) => {
    const parts = settlementsInParts(database, { ...query, adminId }, READ_AT_ONCE, engine.rates);
    await recordDownload(database, adminId, "settlements", query);
    return sendFile(reply, `settlements_${lagosDay(clock.now())}.csv`, csvFile(settlementHeads, parts, settlementLine));
  });
};

const iso = (at: number): string => new Date(at).toISOString();
const times = (at: number | null): [string, string] => (at === null ? ["", ""] : [iso(at), sortableLagosTime(at)]);
const timesOf = (at: string | null): [string, string] => times(at === null ? null : Date.parse(at));

const paymentHeads = [
  "time (UTC)",
  "time (Lagos)",
  "method",
  "amount",
  "currency",
  "amount (NGN)",
  "payment reference",
  "settlement reference",
  "kind",
  "lot",
  "lot id",
  "payer",
  "payer e-mail",
  "booked by",
  "note",
  "reversed (UTC)",
  "reversed (Lagos)",
  "reversed by",
  "reverse reason",
  "surplus to balance (NGN)",
  "in (NGN)",
  "out (NGN)",
  "lot number",
  "sale",
  "invoice",
  "payment id",
  "credit note",
];

async function* takingsInParts(
  database: Database,
  scope: TakingsScope,
): AsyncGenerator<readonly (PaymentRow | OtherMoneyRow)[]> {
  yield* paymentsOfPeriod(database, scope, READ_AT_ONCE);
  yield* otherMoneyInParts(database, otherMoneyIn(scope), READ_AT_ONCE);
}

const takingLine = (row: PaymentRow | OtherMoneyRow): string => ("payerId" in row ? paymentLine(row) : otherLine(row));

const numbersOf = (
  row: Pick<PaymentRow | OtherMoneyRow, "lot" | "saleTitle" | "invoiceYear" | "invoiceNumber" | "paymentId">,
): string[] => [row.lot ?? "", row.saleTitle ?? "", invoiceOf(row) ?? "", row.paymentId ?? ""];

const otherLine = ({ at, method, username, email, ...row }: OtherMoneyRow): string =>
  csvLine([
    ...times(at),
    method,
    toMajor(row.amountMinor),
    row.currency,
    toMajor(row.ngnMinor),
    row.reference ?? "",
    row.settlementId === null ? "" : referenceOf(row.settlementId),
    row.kind,
    row.title ?? "",
    row.auctionId ?? "",
    username,
    email,
    row.actorName ?? "",
    row.note ?? "",
    "",
    "",
    "",
    "",
    toMajor(row.surplusNgnMinor),
    toMajor(row.cameMinor),
    toMajor(row.wentMinor),
    ...numbersOf(row),
    creditNotesOf(row) ?? "",
  ]);

const paymentLine = (row: PaymentRow): string =>
  csvLine([
    ...times(row.createdAt),
    row.method,
    toMajor(row.amountMinor),
    row.currency,
    toMajor(row.ngnMinor),
    row.reference ?? "",
    referenceOf(row.settlementId),
    row.kind,
    row.title,
    row.auctionId,
    row.payerName,
    row.payerEmail,
    row.bookerName ?? "",
    row.note ?? "",
    ...times(row.reversedAt),
    row.reverserName ?? "",
    row.reverseReason ?? "",
    toMajor(row.surplusNgnMinor),
    row.method === "balance" ? 0 : toMajor((row.ngnMinor + row.surplusNgnMinor) as Minor),
    0,
    ...numbersOf(row),
    "",
  ]);

const settlementHeads = [
  "reference",
  "kind",
  "status",
  "lot",
  "lot id",
  "buyer",
  "buyer e-mail",
  "currency",
  "price",
  "fee",
  "total",
  "deposit",
  "deposit (NGN)",
  "paid",
  "remaining",
  "remaining (NGN)",
  "penalty (NGN)",
  "opened (UTC)",
  "opened (Lagos)",
  "due (UTC)",
  "due (Lagos)",
  "closed (UTC)",
  "closed (Lagos)",
  "closed by",
  "note",
  "handed over (UTC)",
  "handed over (Lagos)",
  "buyer's premium",
  "VAT on the premium",
  "lot number",
  "sale",
];

const settlementLine = (one: Settlement): string =>
  csvLine([
    one.reference,
    one.kind,
    one.status,
    one.auction.title,
    one.auction._id,
    one.buyer.username,
    one.buyer.email,
    one.auction.currency,
    one.price,
    one.fee,
    one.total,
    one.deposit,
    one.depositNgn,
    one.paid,
    one.remaining,
    one.remainingNgn,
    one.penaltyNgn ?? "",
    ...timesOf(one.createdAt),
    ...timesOf(one.dueAt),
    ...timesOf(one.closedAt),
    one.closedBy?.username ?? "",
    one.note ?? "",
    ...timesOf(one.pickup?.handedOverAt ?? null),
    one.premium ?? 0,
    one.vat ?? 0,
    one.sale?.lot ?? "",
    one.sale?.title ?? "",
  ]);
