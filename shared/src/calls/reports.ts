// The reports of the house.
import * as z from "zod/mini";
import {
  REPORT_ROWS_MAX,
  REPORT_WEEKS_DEFAULT,
  type ReportFigures,
  reportAnswer,
  reportQuery,
} from "../rest/reports.ts";
import { callsIn } from "./call.ts";
import { read } from "./costs.ts";

const call = callsIn("Reports");

const days =
  "`from` and `to` are days in Lagos, both inclusive, at most two years. Without `to` it is today, without `from` the " +
  `Monday ${REPORT_WEEKS_DEFAULT - 1} weeks before. Weeks begin on Monday; the first and the last row may be parts of one. ` +
  "By sale, lots without a sale have a row of their own. Lots in which the caller has an interest are left out.";

const figures: ReportFigures = {
  lots: 4,
  sold: 3,
  sellThrough: 75,
  bids: 30,
  bidsPerLot: 7.5,
  bidders: 9,
  newBidders: 4,
  returningBidders: 5,
  hammer: { NGN: 250_000, USD: 0, ngn: 250_000 },
  fees: { NGN: 5_000, USD: 0, ngn: 5_000 },
  premium: { NGN: 25_000, USD: 0, ngn: 25_000 },
  vat: { NGN: 1_875, USD: 0, ngn: 1_875 },
  received: 180_000,
  reversed: 0,
  defaults: 1,
  penaltiesKept: 4_500,
  penaltiesReturned: 0,
  depositsTaken: 40_000,
  depositsReturned: 1_800,
  refunds: 8_167.5,
};

export const getReport = call({
  route: "GET /api/admin/reports",
  access: "settlements:read",
  summary: "Lots, bidders, revenue and defaults by week or by sale (staff who see payments)",
  description: `${days} Everything is read at one moment. A report by sale has at most ${REPORT_ROWS_MAX} rows.`,
  query: reportQuery,
  answer: reportAnswer,
  limit: 120,
  cost: read(4),
  examples: {
    answer: {
      from: "2026-11-23",
      to: "2026-11-29",
      by: "week",
      at: "2026-11-24T16:00:00.000Z",
      isPartial: false,
      left: 0,
      rows: [{ key: "2026-11-23", title: null, ...figures }],
      total: figures,
    },
  },
});

export const downloadReport = call({
  route: "GET /api/admin/reports.csv",
  access: "settlements:read",
  summary: "A report as a CSV file (staff who see payments)",
  description: `UTF-8 with a byte order mark, for spreadsheets. The last line is the sum. ${days}`,
  query: reportQuery,
  answer: z.string(),
  limit: 120,
  examples: {
    answer:
      '\ufeff"week from","lots ended","sold","sell-through (%)",…\r\n"2026-11-23","4","3",75.00,…\r\n"all","4","3",75.00,…\r\n',
  },
});
