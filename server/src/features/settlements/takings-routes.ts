// /api/admin/takings and the files of payments and settlements: what staff need to balance the books.
import { refusal } from "@jara/shared/errors";
import { toMajor } from "@jara/shared/money";
import { type Settlement, settlementsFileQuery } from "@jara/shared/rest/settlements";
import { TAKINGS_LIMIT_DEFAULT, takingsAnswer, takingsPeriod, takingsQuery } from "@jara/shared/rest/takings";
import * as z from "zod/mini";
import type { Database } from "../../platform/database/database.ts";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { Refused } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { lagosDay, sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type BalanceMoneyRow, balanceMoneyInParts } from "./balance-money.ts";
import { referenceOf } from "./owed-view.ts";
import type { PaymentRow } from "./payment-rows.ts";
import { settlementsInParts } from "./queries.ts";
import { entriesOf, type Period, paymentsOfPeriod, readTakings, type TakingsScope, takingsScope } from "./takings.ts";

const tags = ["Settlements"];
const READ_AT_ONCE = 500;
const days =
  "`from` and `to` are days in Lagos, both inclusive; without them, today. Lots in which the caller has an interest are " +
  "left out.";
const file = "UTF-8 with a byte order mark, for spreadsheets. Amounts are plain decimals in columns of their own.";

export const serveTakings = (
  app: App,
  { database, engine, clock }: Pick<RouteDeps, "database" | "engine" | "clock">,
  caller: Caller,
): void => {
  const periodOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Period => {
    const today = lagosDay(clock.now());
    const period = { from: from ?? to ?? today, to: to ?? from ?? today };
    if (period.from <= period.to) return period;
    const message = "The first day must not be after the last";
    throw new Refused(refusal("INVALID", { message, issues: [{ path: "from", message }] }));
  };

  app.get(
    "/api/admin/takings",
    {
      schema: {
        tags,
        summary: "What is due now, and what came and went in a period, with its payments",
        description:
          `${days} Everything is read at one moment. A payment that was reversed counts on the day on which it came, and ` +
          "under `reversed` on the day on which it was taken back.",
        querystring: takingsQuery,
        response: { 200: takingsAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      const { page = 1, limit = TAKINGS_LIMIT_DEFAULT } = request.query;
      const scope = await takingsScope(database, periodOf(request.query), id);
      return await readTakings(database, scope, { page, limit }, engine.rates);
    },
  );

  app.get(
    "/api/admin/takings.csv",
    {
      schema: {
        tags,
        summary: "The payments of a period, and the money for balances, as a CSV file",
        description:
          `${file} ${days} Payments for lots first; then, with the kind \`balance\`, edits of balances that say how the ` +
          "money came or was paid out (below zero), top-ups, and online payments of which nothing was due any more. Each oldest first.",
        querystring: takingsPeriod,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { id } = await caller.staff(request);
      const scope = await takingsScope(database, periodOf(request.query), id);
      await recordDownload(database, id, "takings", { from: scope.from, to: scope.to });
      const name = `takings_${scope.from}_${scope.to}.csv` as const;
      return sendFile(reply, name, csvFile(paymentHeads, takingsInParts(database, scope), takingLine));
    },
  );

  app.get(
    "/api/settlements.csv",
    {
      schema: {
        tags,
        summary: "What winners and buyers owe and have paid, as a CSV file",
        description: `${file} The same filters and the same order as the list's.`,
        querystring: settlementsFileQuery,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { id: adminId } = await caller.staff(request);
      const parts = settlementsInParts(database, { ...request.query, adminId }, READ_AT_ONCE, engine.rates);
      await recordDownload(database, adminId, "settlements", request.query);
      return sendFile(
        reply,
        `settlements_${lagosDay(clock.now())}.csv`,
        csvFile(settlementHeads, parts, settlementLine),
      );
    },
  );
};

const iso = (at: number): string => new Date(at).toISOString();
const times = (at: number | null): [string, string] => (at === null ? ["", ""] : [iso(at), sortableLagosTime(at)]);
const timesOf = (at: string | null): [string, string] => times(at === null ? null : Date.parse(at));

const paymentHeads = [
  ...["time (UTC)", "time (Lagos)", "method", "amount", "currency", "amount (NGN)", "payment reference"],
  ...["settlement reference", "kind", "lot", "lot id", "payer", "payer e-mail", "booked by", "note"],
  ...["reversed (UTC)", "reversed (Lagos)", "reversed by", "reverse reason", "surplus to balance (NGN)"],
];

async function* takingsInParts(
  database: Database,
  scope: TakingsScope,
): AsyncGenerator<readonly (PaymentRow | BalanceMoneyRow)[]> {
  yield* paymentsOfPeriod(database, scope, READ_AT_ONCE);
  yield* balanceMoneyInParts(database, entriesOf(scope), READ_AT_ONCE);
}

const takingLine = (row: PaymentRow | BalanceMoneyRow): string =>
  "settlementId" in row ? paymentLine(row) : balanceLine(row);

const balanceLine = ({ at, method, minor, username, email, ...row }: BalanceMoneyRow): string =>
  csvLine([
    ...[...times(at), method, toMajor(minor), "NGN", toMajor(minor), row.reference ?? ""],
    ...["", "balance", "", "", username, email, row.actorName ?? "", row.note ?? "", "", "", "", "", 0],
  ]);

const paymentLine = (row: PaymentRow): string =>
  csvLine([
    ...times(row.createdAt),
    ...[row.method, toMajor(row.amountMinor), row.currency, toMajor(row.ngnMinor), row.reference ?? ""],
    ...[referenceOf(row.settlementId), row.kind, row.title, row.auctionId, row.payerName, row.payerEmail],
    ...[row.bookerName ?? "", row.note ?? "", ...times(row.reversedAt)],
    ...[row.reverserName ?? "", row.reverseReason ?? "", toMajor(row.surplusNgnMinor)],
  ]);

const settlementHeads = [
  ...["reference", "kind", "status", "lot", "lot id", "buyer", "buyer e-mail", "currency", "price", "fee", "total"],
  ...["deposit", "deposit (NGN)", "paid", "remaining", "remaining (NGN)", "penalty (NGN)"],
  ...["opened (UTC)", "opened (Lagos)", "due (UTC)", "due (Lagos)", "closed (UTC)", "closed (Lagos)", "closed by"],
  ...["note", "handed over (UTC)", "handed over (Lagos)"],
];

const settlementLine = (one: Settlement): string =>
  csvLine([
    ...[one.reference, one.kind, one.status, one.auction.title, one.auction._id, one.buyer.username, one.buyer.email],
    ...[one.auction.currency, one.price, one.fee, one.total, one.deposit, one.depositNgn, one.paid, one.remaining],
    ...[one.remainingNgn, one.penaltyNgn ?? "", ...timesOf(one.createdAt), ...timesOf(one.dueAt)],
    ...[...timesOf(one.closedAt), one.closedBy?.username ?? "", one.note ?? ""],
    ...timesOf(one.pickup?.handedOverAt ?? null),
  ]);
