// What sellers sell: their own lots, their statement, and what the house owes them.
import * as z from "zod/mini";
import {
  owedSellersAnswer,
  ownSalesAnswer,
  ownSalesQuery,
  SALES_LIMIT_DEFAULT,
  SELLER_BIDDERS_DAYS_DEFAULT,
  SELLER_BIDDERS_LIMIT_DEFAULT,
  SELLER_BIDDERS_LOTS_DEFAULT,
  sellerBiddersAnswer,
  sellerBiddersQuery,
  sellerPeriod,
  sellerStatementAnswer,
  staffSellerStatementAnswer,
} from "../rest/seller-sales.ts";
import { callsIn, idParams } from "./call.ts";
import { read } from "./costs.ts";
import { auction, auctionId, userId } from "./samples.ts";

const call = callsIn("Sellers");

const days = "`from` and `to` are days in Lagos, both inclusive.";
const statement = {
  number: "S-2026-000001",
  isIssued: true,
  entries: [
    {
      _id: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
      at: "2026-11-21T11:05:00.000Z",
      cause: "sale-proceeds",
      text: "Price of a sold lot",
      amount: 100_000,
      auction: { _id: auctionId, title: "Talking drum" },
      lot: "12A",
      sale: { title: "Saturday sale", day: "2026-11-21" },
    },
  ],
  prices: 100_000,
  taken: 0,
  net: 100_000,
  owed: 0,
  payouts: [
    {
      _id: "0d9b3f52-6f0e-4a51-9d64-3a7c1f0e8b21",
      at: "2026-11-22T09:00:00.000Z",
      amount: 100_000,
      account: "Zenith Bank, account ending in 6780",
      reference: "JW-7F3A-19C2",
    },
  ],
  unpaidLots: [],
};
const seller = { _id: userId, username: "ada", name: "Ada Okafor" };
const paid = { prices: 100_000, commission: 10_000, vat: 750, charges: 0, net: 89_250 };
const file = "UTF-8 with a byte order mark, for spreadsheets.";

export const listOwnSales = call({
  route: "GET /api/users/sales",
  access: "signed in",
  summary: "The lots that the caller sells, with what the caller is paid for them, and when",
  description:
    "Lots of which the caller is the seller by an agreement, once they are public. Open lots come first, the soonest end " +
    "first; then the others, the latest end first. A seller sees of an own lot what everybody sees, its reserve and the terms.",
  query: ownSalesQuery,
  answer: ownSalesAnswer,
  pageLength: SALES_LIMIT_DEFAULT,
  unchecked: true,
  examples: {
    answer: {
      auctions: [
        {
          auction,
          reservePrice: 95_000,
          terms: { commissionPercent: 10, leastCommission: 0, vatPercent: 0, charges: [] },
          sale: {
            status: "due",
            lines: [
              { text: "Price", amount: 100_000 },
              { text: "Commission", amount: -10_000 },
            ],
            net: 90_000,
            dueAt: "2026-11-29T12:00:00.000Z",
            creditedAt: null,
            isHandedOver: false,
          },
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: SALES_LIMIT_DEFAULT },
    },
  },
});

export const getSellerStatement = call({
  route: "GET /api/users/seller-statement",
  access: "signed in",
  summary: "What the caller was paid for own lots in a period, and the lots for which the caller is still to be paid",
  description: `${days} Entries oldest first.`,
  query: sellerPeriod,
  answer: sellerStatementAnswer,
  examples: { answer: statement },
});

export const downloadSellerStatementCsv = call({
  route: "GET /api/users/seller-statement.csv",
  access: "signed in",
  summary: "The seller's statement as a CSV file",
  description: `${file} ${days}`,
  query: sellerPeriod,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"Time (Lagos)","Lot","What","Amount (NGN)","Cause","Lot number","Sale","Sale date"\r\n' +
      '"2026-11-21 12:05:00","Talking drum","Price of a sold lot",100000.00,"sale-proceeds","12A","Saturday sale","2026-11-21"\r\n',
  },
});

export const downloadSellerStatementPdf = call({
  route: "GET /api/users/seller-statement.pdf",
  access: "signed in",
  summary: "The seller's statement as a PDF file",
  description:
    `${days} A statement with entries is issued: it gets its number, and the same entries and payouts are the same paper ` +
    "from then on, whatever is renamed later.",
  query: sellerPeriod,
  answer: z.string(),
  examples: { answer: "%PDF-1.7 …" },
});

export const listOwedSellers = call({
  route: "GET /api/admin/sellers",
  access: "settlements:read",
  summary: "What the house owes to sellers for lots that are paid, when it is due, and what they were paid in a period",
  description:
    "The soonest due first. A sale is due when its lot is handed over, or some days after the buyer's payment (a " +
    `setting). ${days} Lots in which the caller has an interest are left out.`,
  query: sellerPeriod,
  answer: owedSellersAnswer,
  examples: {
    answer: {
      sellers: [{ user: seller, owed: 90_000, lots: 1, dueAt: "2026-11-29T12:00:00.000Z" }],
      owed: 90_000,
      paid: { sellers: [{ user: seller, ...paid }], ...paid },
    },
  },
});

export const getSellerForStaff = call({
  route: "GET /api/admin/sellers/:id",
  access: "settlements:read",
  summary: "What one seller was paid, and is owed",
  description: `${days} As the seller's own statement, but without lots in which the caller has an interest; if some are left out, it has no number.`,
  params: idParams,
  query: sellerPeriod,
  answer: staffSellerStatementAnswer,
  examples: { answer: { user: seller, isPartial: false, statement } },
});

export const downloadSellerForStaff = call({
  route: "GET /api/admin/sellers/:id/statement.pdf",
  access: "settlements:read",
  summary: "The statement of one seller as a PDF file",
  description: `${days} It issues the statement, but not if lots in which the caller has an interest are left out. The audit log has each download.`,
  params: idParams,
  query: sellerPeriod,
  answer: z.string(),
  examples: { answer: "%PDF-1.7 …" },
});

export const downloadSellers = call({
  route: "GET /api/admin/sellers.csv",
  access: "settlements:read",
  summary: "What sellers were paid in a period, one entry a line, as a CSV file for the accountant",
  description: `${file} ${days} Lots in which the caller has an interest are left out.`,
  query: sellerPeriod,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"Time (Lagos)","Seller","Lot","What","Amount (NGN)","Cause","Lot number","Sale","Sale date","Seller\'s name"\r\n' +
      '"2026-11-21 12:05:00","ada","Talking drum","Price of a sold lot",100000.00,"sale-proceeds","12A","Saturday sale","2026-11-21","Ada Okafor"\r\n',
  },
});

export const reportSellerBidders = call({
  route: "GET /api/admin/seller-bidders",
  access: "bids:read",
  summary: "People who bid on many lots of one seller and seldom win, or who share something with the seller (staff)",
  description:
    `A pair is listed if the person bid on at least \`lots\` lots of the seller that are over (${SELLER_BIDDERS_LOTS_DEFAULT} by default) and won at most a ` +
    "quarter of them, or if both accounts have one verified phone or bank account. It is evidence, and no verdict. " +
    `\`days\`: ${SELLER_BIDDERS_DAYS_DEFAULT} by default, of the lots' ends. Pairs that share something come first, then those with the most ` +
    "lots. Lots in which the caller has an interest are left out.",
  query: sellerBiddersQuery,
  answer: sellerBiddersAnswer,
  pageLength: SELLER_BIDDERS_LIMIT_DEFAULT,
  cost: read(20),
  examples: {
    answer: {
      isPartial: false,
      pairs: [
        {
          seller: { _id: userId, username: "ada" },
          bidder: { _id: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10", username: "bola", isBanned: false },
          lots: 4,
          over: 4,
          won: 0,
          second: 3,
          late: 2,
          elsewhere: 0,
          shares: [],
          evidence: [
            {
              auction: {
                _id: auctionId,
                title: "Talking drum",
                currency: "NGN",
                status: "sold",
                endTime: "2026-11-21T12:00:00.000Z",
              },
              price: 100_000,
              bids: 6,
              highest: 99_000,
              place: "second",
              isLate: true,
            },
          ],
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: SELLER_BIDDERS_LIMIT_DEFAULT },
    },
  },
});
