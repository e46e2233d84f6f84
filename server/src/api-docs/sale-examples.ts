// Examples of the routes of sales.
import type { Auction } from "@jara/shared/auction";
import {
  acceptTermsBody,
  createSaleBody,
  lotSaleAnswer,
  type Sale,
  type SaleAction,
  saleAnswer,
  saleLotsAnswer,
  saleLotsBody,
  salesAnswer,
  saleTermsAnswer,
  shiftSaleBody,
  updateSaleBody,
} from "@jara/shared/rest/sales";
import * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const details = {
  title: "Instruments of the late Chief Adeyemi",
  description: "Drums, flutes and strings from one collection.",
  terms: "Collect within five days. Lots are sold as seen.",
  viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: "12 Broad Street, Lagos" }],
  opensAt: "2026-11-20T08:00:00.000Z",
  closesAt: "2026-11-23T08:00:00.000Z",
  spacingSeconds: 60,
  closing: "in-order" as const,
  groupSize: null,
  asksTerms: true,
  picture: "/media/demo/drum.webp",
};
const draft: Sale = {
  ...{ _id: "6a7b8c9d-0e1f-4a2b-9c3d-4e5f6a7b8c9d", ...details, status: "draft", isPaused: false, isOver: false },
  termsVersion: 1,
  ...{
    lotCount: 1,
    softClose: "all" as const,
    revision: 2,
    createdAt: "2026-11-19T09:00:00.000Z",
    updatedAt: "2026-11-19T09:20:00.000Z",
  },
};
const sale: Sale = { ...draft, status: "published", revision: 3, updatedAt: "2026-11-19T10:00:00.000Z" };
const pagination = { current: 1, pages: 1, total: 1, limit: 20 };

const done = (kind: SaleAction["kind"], seconds: number | null = null): SaleAction => ({
  ...{ _id: "0f1e2d3c-4b5a-4968-8776-655443322110", kind, seconds, askedAt: "2026-11-21T10:00:00.000Z" },
  ...{ isDone: true, lots: 1, refused: [] },
});

const terms = {
  ...{
    title: details.title,
    terms: details.terms,
    version: 1,
    asksTerms: true,
    acceptedAt: "2026-11-20T12:00:00.000Z",
  },
};

export const saleExamples = (auction: Auction) => ({
  "GET /api/sales": { answer: of(salesAnswer, { sales: [sale], pagination }) },
  "GET /api/sales/:id": { answer: of(saleAnswer, { sale }) },
  "GET /api/sales/:id/lots": {
    answer: of(saleLotsAnswer, { lots: [{ lotNumber: 1, auction }], pagination: { ...pagination, limit: 100 } }),
  },
  "GET /api/auctions/:id/sale": {
    answer: of(lotSaleAnswer, {
      sale: {
        ...{
          _id: sale._id,
          title: sale.title,
          lotNumber: 2,
          asksTerms: true,
          previous: { auctionId: auction._id, lotNumber: 1 },
        },
        next: null,
      },
    }),
  },
  "GET /feeds/auctions.atom": { answer: of(z.string(), '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>') },
  "GET /api/auctions/:id/calendar.ics": { answer: of(z.string(), "BEGIN:VCALENDAR …") },
  "GET /api/sales/:id/calendar.ics": { answer: of(z.string(), "BEGIN:VCALENDAR …") },
  "GET /api/sales/:id/terms": { answer: of(saleTermsAnswer, { ...terms, acceptedAt: null }) },
  "POST /api/sales/:id/accept-terms": { body: of(acceptTermsBody, { version: 1 }), answer: of(saleTermsAnswer, terms) },
  "POST /api/sales": {
    body: of(createSaleBody, details),
    answer: of(saleAnswer, { sale: { ...draft, lotCount: 0, revision: 1 }, action: null }),
  },
  "PUT /api/sales/:id": {
    body: of(updateSaleBody, { revision: 2, title: draft.title }),
    answer: of(saleAnswer, { sale: { ...draft, revision: 3 }, action: null }),
  },
  "PUT /api/sales/:id/lots": {
    body: of(saleLotsBody, { revision: 1, auctionIds: [auction._id] }),
    answer: of(saleAnswer, { sale: draft, action: null }),
  },
  "POST /api/sales/:id/publish": { answer: of(saleAnswer, { sale, action: done("publish") }) },
  "POST /api/sales/:id/pause": {
    answer: of(saleAnswer, { sale: { ...sale, isPaused: true, revision: 4 }, action: done("pause") }),
  },
  "POST /api/sales/:id/resume": {
    answer: of(saleAnswer, { sale: { ...sale, revision: 5 }, action: done("resume") }),
  },
  "POST /api/sales/:id/shift": {
    body: of(shiftSaleBody, { seconds: 600 }),
    answer: of(saleAnswer, {
      sale: { ...sale, closesAt: "2026-11-23T08:10:00.000Z", revision: 4 },
      action: done("shift", 600),
    }),
  },
  "POST /api/sales/:id/end": {
    answer: of(saleAnswer, {
      sale: { ...sale, isOver: true, revision: 4 },
      action: {
        ...done("end"),
        ...{
          lots: 0,
          unopened: 0,
          refused: [{ lotNumber: 1, auctionId: auction._id, reason: "Somebody is buying this lot." }],
        },
      },
    }),
  },
});
