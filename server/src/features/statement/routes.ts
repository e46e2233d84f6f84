// /api/users/statement: the caller's own ledger, as pages, as a CSV file and as a PDF file.
import { refusal } from "@jara/shared/errors";
import {
  STATEMENT_LIMIT_DEFAULT,
  STATEMENT_PDF_MAX,
  type StatementEntry,
  type StatementPeriod,
  statementAnswer,
  statementPeriod,
  statementQuery,
} from "@jara/shared/rest/statement";
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { csvFile, csvLine } from "../../platform/http/csv.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { sortableLagosTime } from "../../platform/lib/lagos-time.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../../platform/limits/one-at-a-time.ts";
import { drawApart } from "../../platform/pdf/draw-apart.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { statementPage, statementParts, sumsOf } from "./queries.ts";

const tags = ["Statement"];
const READ_AT_ONCE = 500;
const days = "`from` and `to` are days in Lagos, both inclusive. `kind` shows only entries of one kind.";

export const serveStatement = (
  app: App,
  { config, database, clock }: Pick<RouteDeps, "config" | "database" | "clock">,
  caller: Caller,
): void => {
  const drawing = new OneAtATime(2);

  app.get(
    "/api/users/statement",
    {
      schema: {
        tags,
        summary: "Your statement: every change of your balance, newest first",
        description:
          `${days} \`in\` and \`out\` are sums of the entries of the period and kind; \`opening\` and \`closing\` are ` +
          "the balance at the ends of the period, whatever the kind.",
        querystring: statementQuery,
        response: { 200: statementAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { page = 1, limit = STATEMENT_LIMIT_DEFAULT, ...period } = request.query;
      const sums = await sumsOf(database, id, period);
      return { entries: await statementPage(database, id, period, { page, limit }, sums.total), ...sums };
    },
  );

  app.get(
    "/api/users/statement.csv",
    {
      schema: {
        tags,
        summary: "Your statement as a CSV file, oldest entry first",
        description: `UTF-8 with a byte order mark, for spreadsheets. ${days}`,
        querystring: statementPeriod,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { id } = await caller.signedIn(request);
      const parts = statementParts(database, id, request.query, READ_AT_ONCE);
      return sendFile(reply, `${fileNameOf(request.query)}.csv`, csvFile(csvHeads, parts, lineOf));
    },
  );

  app.get(
    "/api/users/statement.pdf",
    {
      schema: {
        tags,
        summary: `Your statement as a PDF file, oldest entry first, for at most ${STATEMENT_PDF_MAX} entries`,
        description: days,
        querystring: statementPeriod,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const account = await caller.signedIn(request);
      const leave = await drawing.enter(account.id);
      if (leave === TOO_MANY_WAIT) return refuse("RATE_LIMITED", { retryAfterMs: 1_000 });
      try {
        return sendFile(reply, `${fileNameOf(request.query)}.pdf`, await draw(account, request.query));
      } finally {
        leave();
      }
    },
  );

  const draw = async (account: SignedIn, period: StatementPeriod): Promise<Buffer> => {
    const sums = await sumsOf(database, account.id, period);
    if (sums.total > STATEMENT_PDF_MAX) {
      const most = STATEMENT_PDF_MAX.toLocaleString("en-NG");
      const message = `A PDF file has at most ${most} entries. Choose a shorter period, or take the CSV file.`;
      throw new Refused(refusal("INVALID", { message, issues: [{ path: "from", message }] }));
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
    ...[sortableLagosTime(Date.parse(at)), text, auction?.title ?? "", reference ?? "", note ?? ""],
    ...[amount > 0 ? amount : "", amount < 0 ? -amount : "", balance, cause],
  ]);
