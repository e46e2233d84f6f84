// A person's statement of their balance.
import * as z from "zod/mini";
import {
  STATEMENT_LIMIT_DEFAULT,
  STATEMENT_PDF_MAX,
  statementAnswer,
  statementPeriod,
  statementQuery,
} from "../rest/statement.ts";
import { callsIn } from "./call.ts";
import { auctionId } from "./samples.ts";

const call = callsIn("Statement");

const days = "`from` and `to` are days in Lagos, both inclusive. `kind` shows only entries of one kind.";

export const getStatement = call({
  route: "GET /api/users/statement",
  access: "signed in",
  summary: "Your statement: every change of your balance, newest first",
  description:
    `${days} \`in\` and \`out\` are sums of the entries of the period and kind; \`opening\` and \`closing\` are ` +
    "the balance at the ends of the period, whatever the kind.",
  query: statementQuery,
  answer: statementAnswer,
  pageLength: STATEMENT_LIMIT_DEFAULT,
  examples: {
    answer: {
      entries: [
        {
          _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
          at: "2026-11-21T11:05:00.000Z",
          cause: "win-deposit",
          text: "Deposit for a won lot",
          amount: -4_900,
          balance: 45_100,
          auction: { _id: auctionId, title: "Talking drum" },
          settlementId: "5b0c7d3e-8a7f-4f55-8f8b-1d2f3a4b5c6d",
          reference: null,
          note: null,
        },
      ],
      total: 1,
      in: 0,
      out: 4_900,
      opening: 50_000,
      closing: 45_100,
      firstAt: "2026-11-02T08:14:55.120Z",
    },
  },
});

export const downloadStatementCsv = call({
  route: "GET /api/users/statement.csv",
  access: "signed in",
  summary: "Your statement as a CSV file, oldest entry first",
  description: `UTF-8 with a byte order mark, for spreadsheets. ${days}`,
  query: statementPeriod,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"Time (Lagos)","What","Lot","Reference","Note","In (NGN)","Out (NGN)","Balance (NGN)","Cause"\r\n' +
      '"2026-11-21 12:05:00","Deposit for a won lot","Talking drum","","","",4900.00,45100.00,"win-deposit"\r\n',
  },
});

export const downloadStatementPdf = call({
  route: "GET /api/users/statement.pdf",
  access: "signed in",
  summary: `Your statement as a PDF file, oldest entry first, for at most ${STATEMENT_PDF_MAX} entries`,
  description: days,
  query: statementPeriod,
  answer: z.string(),
  examples: { answer: "%PDF-1.7 …" },
});
