// /api/users/statement: the caller's own ledger, as pages, as a CSV file and as a PDF file.
import * as calls from "@jara/shared/calls/statement";
import {
  STATEMENT_LIMIT_DEFAULT,
  STATEMENT_PDF_MAX,
  type StatementEntry,
  type StatementPeriod,
} from "@jara/shared/rest/statement";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../../platform/limits/one-at-a-time.ts";
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { statementPage, statementParts, sumsOf } from "./queries.ts";

const READ_AT_ONCE = 500;

export const serveStatement = (
  app: App,
  { config, database, clock }: Pick<RouteDeps, "config" | "database" | "clock">,
): void => {
  const drawing = new OneAtATime(2);

  serve(app, calls.getStatement, async ({ account: { id }, query }) => {
    const { page = 1, limit = STATEMENT_LIMIT_DEFAULT, ...period } = query;
    const sums = await sumsOf(database, id, period);
    return { entries: await statementPage(database, id, period, { page, limit }, sums.total), ...sums };
  });

  serve(app, calls.downloadStatementCsv, async ({ account: { id }, query, reply }) => {
    const parts = statementParts(database, id, query, READ_AT_ONCE);
    return sendFile(reply, `${fileNameOf(query)}.csv`, csvFile(csvHeads, parts, lineOf));
  });

  serve(app, calls.downloadStatementPdf, async ({ account, query, reply }) => {
    const leave = await drawing.enter(account.id);
    if (leave === TOO_MANY_WAIT) return refuse("RATE_LIMITED", { retryAfterMs: 1_000 });
    try {
      return sendFile(reply, `${fileNameOf(query)}.pdf`, await draw(account, query));
    } finally {
      leave();
    }
  });

  const draw = async (account: SignedIn, period: StatementPeriod): Promise<Buffer> => {
    const sums = await sumsOf(database, account.id, period);
    if (sums.total > STATEMENT_PDF_MAX) {
      const most = STATEMENT_PDF_MAX.toLocaleString("en-NG");
      const message = `A PDF file has at most ${most} entries. Choose a shorter period, or take the CSV file.`;
      return refuseField("from", message);
    }
    const { username, email, firstName, lastName } = account;
    const name = [firstName, lastName].flatMap((part) => part?.trim() || []).join(" ") || username;
    const entries: StatementEntry[] = [];
    for await (const part of statementParts(database, account.id, period, READ_AT_ONCE)) entries.push(...part);
    const statement = { holder: { name, username, email }, period, sums, madeAt: clock.now(), entries };
    return await drawApart("./statement-file.ts", import.meta.url, { statement, brandName: config.brandName });
  };
};

const fileNameOf = ({ from, to, kind }: StatementPeriod): string =>
  ["statement", from ?? "start", to ?? "now", ...(kind ? [kind] : [])].join("_");

const csvHeads = [
  "Time (Lagos)",
  "What",
  "Lot",
  "Reference",
  "Note",
  "In (NGN)",
  "Out (NGN)",
  "Balance (NGN)",
  "Cause",
];

const lineOf = ({ at, text, auction, reference, note, amount, balance, cause }: StatementEntry): string =>
  csvLine([
    sortableLagosTime(Date.parse(at)),
    text,
    auction?.title ?? "",
    reference ?? "",
    note ?? "",
    amount > 0 ? amount : "",
    amount < 0 ? -amount : "",
    balance,
    cause,
  ]);
