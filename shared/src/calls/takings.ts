// The house's takings.
import * as z from "zod/mini";
import { settlementsFileQuery } from "../rest/settlements.ts";
import { TAKINGS_LIMIT_DEFAULT, takingsAnswer, takingsPeriod, takingsQuery } from "../rest/takings.ts";
import { callsIn } from "./call.ts";
import { auction, auctionId, payment, settlement, userId } from "./samples.ts";

const call = callsIn("Settlements");

const days =
  "`from` and `to` are days in Lagos, both inclusive; without them, today. Lots in which the caller has an interest are " +
  "left out.";

const file = "UTF-8 with a byte order mark, for spreadsheets. Amounts are plain decimals in columns of their own.";

const noSums = { count: 0, ngn: 0, inCurrency: { NGN: 0, USD: 0 } };

export const getTakings = call({
  route: "GET /api/admin/takings",
  access: "settlements:read",
  summary: "What is due now, and what came and went in a period, with its payments",
  description:
    `${days} Everything is read at one moment. A payment that was reversed counts on the day on which it came, and ` +
    "under `reversed` on the day on which it was taken back. A payment of several lots counts once.",
  query: takingsQuery,
  answer: takingsAnswer,
  pageLength: TAKINGS_LIMIT_DEFAULT,
  examples: {
    answer: {
      from: "2026-11-24",
      to: "2026-11-24",
      at: "2026-11-24T16:00:00.000Z",
      isPartial: false,
      due: { count: 1, ngn: 9_600, inCurrency: { NGN: 9_600, USD: 0 } },
      overdue: noSums,
      received: (["balance", "online", "transfer", "cash", "outside"] as const).map((method) => ({
        method,
        ...(method === "transfer" ? { count: 1, ngn: 10_000, inCurrency: { NGN: 10_000, USD: 0 } } : noSums),
        reversed: noSums,
        surplusNgn: 0,
        addedNgn: 0,
        totalNgn: method === "transfer" ? 10_000 : 0,
      })),
      reversed: noSums,
      outgoing: (["online", "transfer", "cash", "outside"] as const).map((method) => ({
        method,
        reversedNgn: 0,
        paidOutNgn: 0,
        refundedNgn: 0,
        totalNgn: 0,
      })),
      edits: [],
      balances: {
        depositsTaken: 4_900,
        depositsReturned: 0,
        penaltiesKept: 0,
        penaltiesReturned: 0,
        refunds: 0,
        surpluses: 0,
        takenBack: 0,
        withdrawalsPaid: 0,
      },
      payments: [
        {
          ...payment,
          paymentId: payment._id,
          settlement: { _id: settlement._id, kind: "win", reference: settlement.reference },
          auction: { _id: auctionId, title: auction.title, currency: "NGN" },
          lot: "12A",
          sale: { _id: "5a1c7f0e-2d3b-4c6a-8f9e-1b2c3d4e5f60", title: "Saturday sale" },
          invoice: "I-2026-000001",
          payer: { _id: userId, username: "ada" },
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    },
  },
});

export const downloadTakings = call({
  route: "GET /api/admin/takings.csv",
  access: "settlements:read",
  summary: "The payments of a period, and the money for balances, as a CSV file",
  description:
    `${file} ${days} Payments for lots first; then all other money, named in \`kind\`: \`balance\` (edits of balances that ` +
    "say how the money came or was paid out, top-ups, and online payments of which nothing was due any more), `refund` (in " +
    "cash), `withdrawal` (paid out) and `reversal` (a payment that was taken back). What went is below zero. Each oldest first. " +
    "`in` and `out` add up to the money that came to and left the till and the bank. A payment of several lots has a line " +
    "for each, with the same `payment id`.",
  query: takingsPeriod,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"time (UTC)","time (Lagos)","method","amount","currency",…\r\n' +
      '"2026-11-24T09:12:00.000Z","2026-11-24 10:12:00","transfer",10000.00,"NGN",…\r\n',
  },
});

export const downloadSettlements = call({
  route: "GET /api/settlements.csv",
  access: "settlements:read",
  summary: "What winners and buyers owe and have paid, as a CSV file",
  description: `${file} The same filters and the same order as the list's.`,
  query: settlementsFileQuery,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"reference","kind","status","lot","lot id","buyer",…\r\n' +
      '"JARA-6F1F-3C1E-8A52","win","open","Talking drum from Ibadan",…\r\n',
  },
});
