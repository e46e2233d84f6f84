// The bidders of a sale, and its papers, for the staff.
import * as z from "zod/mini";
import {
  SALE_BIDDERS_LIMIT_DEFAULT,
  type SaleBidders,
  saleBiddersAnswer,
  saleBiddersFileQuery,
  saleBiddersQuery,
} from "../rest/sale-bidders.ts";
import { SALE_RESULTS_LIMIT_DEFAULT, saleResultsAnswer, saleResultsQuery } from "../rest/sale-results.ts";
import { callsIn, idParams } from "./call.ts";
import { drawing, read } from "./costs.ts";
import { settlement } from "./samples.ts";

const call = callsIn("Settlements");

const left = "The buyers and sellers of lots in which the caller has an interest are left out.";
const noCode = `Without pickup codes. ${left}`;
const pages = { params: idParams, answer: z.string(), cost: drawing(40), examples: { answer: "%PDF-1.7 …" } } as const;

const seen =
  "Who has a bid, a win or a purchase there, or asked to be approved for the sale, with the person's number in the sale. " +
  "`bids` is for staff who read bids, and `approval` for those who approve bidders; others get buyers alone. Lots in which " +
  "the caller has an interest are left out.";

const boughtSample: SaleBidders["sum"] = {
  won: 1,
  handedOver: 0,
  refunded: 0,
  sums: [{ currency: "NGN", hammer: 100_000, total: 110_750, paid: 20_000, owed: 90_750 }],
};

export const listSaleBidders = call({
  route: "GET /api/admin/sales/:id/bidders",
  access: "settlements:read",
  summary: "The bidders of a sale: their numbers, what they lead, won, paid and owe, and the sums",
  description: seen,
  params: idParams,
  query: saleBiddersQuery,
  answer: saleBiddersAnswer,
  pageLength: SALE_BIDDERS_LIMIT_DEFAULT,
  cost: read(20),
  examples: {
    answer: {
      sale: { _id: "5a1c7f0e-2d3b-4c6a-8f9e-1b2c3d4e5f60", title: "Saturday sale" },
      bidders: [
        {
          user: settlement.buyer,
          number: 4,
          bids: { lots: 3, leads: 0 },
          approval: { status: "approved", limit: 500_000 },
          ...boughtSample,
          invoices: [{ _id: "0f6a3d0c-4b7e-4d55-9a3e-5d1c2b7f8e90", number: "I-2026-000012" }],
        },
      ],
      sum: boughtSample,
      pagination: { current: 1, pages: 1, total: 1, limit: SALE_BIDDERS_LIMIT_DEFAULT },
    },
  },
});

export const downloadSaleBidders = call({
  route: "GET /api/admin/sales/:id/bidders.csv",
  access: "settlements:read",
  summary: "The bidders of a sale as a CSV file",
  description: `A line for each currency in which a person won something, or one line. ${seen}`,
  params: idParams,
  query: saleBiddersFileQuery,
  answer: z.string(),
  cost: read(20),
  examples: {
    answer: '\ufeff"buyer number","username","name","phone",…\r\n"4","ada","Ada Obi","+234 801 234 5678",…\r\n',
  },
});

export const listSaleResults = call({
  route: "GET /api/admin/sales/:id/results",
  access: "settlements:read",
  summary:
    "The results of a sale: each lot with its outcome, price, premium, VAT, deposit, buyer, seller and what is paid, and the sums",
  description: `The same as in the files. ${left}`,
  params: idParams,
  query: saleResultsQuery,
  answer: saleResultsAnswer,
  pageLength: SALE_RESULTS_LIMIT_DEFAULT,
  cost: read(20),
  examples: {
    answer: {
      sold: 1,
      results: [
        {
          lot: "12A",
          auction: { _id: settlement.auction._id, title: settlement.auction.title },
          outcome: "Sold, deposit paid",
          seller: "House",
          bought: {
            settlementId: settlement._id,
            buyer: settlement.buyer,
            number: 4,
            currency: "NGN",
            hammer: 100_000,
            premium: 10_000,
            vat: 750,
            total: 110_750,
            deposit: 20_000,
            paid: 20_000,
            owed: 90_750,
          },
        },
      ],
      sums: [
        {
          name: "Sum",
          currency: "NGN",
          hammer: 100_000,
          premium: 10_000,
          vat: 750,
          total: 110_750,
          deposit: 20_000,
          paid: 20_000,
          owed: 90_750,
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: SALE_RESULTS_LIMIT_DEFAULT },
    },
  },
});

export const downloadResults = call({
  route: "GET /api/admin/sales/:id/results.csv",
  access: "settlements:read",
  summary:
    "The results of a sale as a CSV file: each lot with its outcome, price, deposit, buyer and buyer's number, phone, seller and whether it is paid",
  description: `Amounts are in the lot's currency. A refunded lot keeps its price, with what was refunded and the credit note. ${left}`,
  params: idParams,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"lot","title","outcome","currency","hammer price",…\r\n"12A","Talking drum","Sold","NGN",24500.00,…\r\n',
  },
});

export const downloadResultPages = call({
  route: "GET /api/admin/sales/:id/results.pdf",
  access: "settlements:read",
  summary: "The results of a sale as a PDF file",
  description: left,
  ...pages,
});

export const downloadLabels = call({
  route: "GET /api/admin/sales/:id/labels.pdf",
  access: "settlements:read",
  summary: "Labels for the sold lots of a sale: number, title and buyer, 21 on a page (63.5 by 38.1 mm)",
  description: noCode,
  ...pages,
});

export const downloadPackingLists = call({
  route: "GET /api/admin/sales/:id/packing-lists.pdf",
  access: "settlements:read",
  summary: "A page for each buyer of a sale with the paid lots that were not handed over",
  description: noCode,
  ...pages,
});
