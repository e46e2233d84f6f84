// The papers of a sale for the staff.
import * as z from "zod/mini";
import { callsIn, idParams } from "./call.ts";
import { drawing } from "./costs.ts";

const call = callsIn("Settlements");

const left = "The buyers and sellers of lots in which the caller has an interest are left out.";
const noCode = `Without pickup codes. ${left}`;
const pages = { params: idParams, answer: z.string(), cost: drawing(40), examples: { answer: "%PDF-1.7 …" } } as const;

export const downloadResults = call({
  route: "GET /api/admin/sales/:id/results.csv",
  access: "settlements:read",
  summary:
    "The results of a sale as a CSV file: each lot with its outcome, price, deposit, buyer, phone, seller and whether it is paid",
  description: `Amounts are in the lot's currency. ${left}`,
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
