// The staff's desk.
import {
  DESK_COUNTED_MAX,
  type Desk,
  deskAlertsAnswer,
  deskAlertsBody,
  deskAnswer,
  retryRowAnswer,
  retryRowBody,
} from "../rest/desk.ts";
import { callsIn } from "./call.ts";
import { read } from "./costs.ts";

const call = callsIn("Desk");

const drum = { _id: "7f1c2a9e-3b4d-4c5e-8f6a-9b0c1d2e3f40", title: "Talking drum", currency: "NGN" } as const;

const ada = { _id: "0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10", username: "ada" };

/** As a cashier sees it. */
const desk: Desk = {
  at: "2026-11-24T16:00:00.000Z",
  isPartial: false,
  needsHand: 3,
  wantsMail: true,
  ending: {
    total: 1,
    rows: [
      {
        auction: drum,
        currentPrice: 45_000,
        bidCount: 12,
        reserveMet: true,
        endTime: "2026-11-24T19:00:00.000Z",
        sale: { _id: "5d2e8c1f-7a6b-4d3c-9e0f-1a2b3c4d5e6f", title: "November sale", lotNumber: 12 },
      },
    ],
  },
  toPay: {
    total: 1,
    overdue: 0,
    rows: [
      {
        _id: "1f7a3c5e-9b8d-4e2f-a6c4-0d1e2f3a4b5c",
        auction: { ...drum, title: "Sewing machine" },
        buyer: ada,
        remaining: 24_000,
        dueAt: "2026-11-25T16:00:00.000Z",
      },
    ],
  },
  buying: { total: 0, rows: [] },
  stuck: {
    total: 1,
    rows: [
      {
        kind: "transfer",
        _id: "3a4b5c6d-7e8f-4a0b-9c1d-2e3f4a5b6c7d",
        auction: null,
        person: ada,
        since: "2026-11-24T09:12:00.000Z",
        problem: "The payment service did not answer",
      },
    ],
  },
  waiting: {
    total: 1,
    rows: [
      {
        kind: "withdrawal",
        _id: "8c7b6a59-4d3e-4f2a-b1c0-d9e8f7a6b5c4",
        person: ada,
        amountNgn: 20_000,
        since: "2026-11-24T11:40:00.000Z",
      },
    ],
  },
  toPrepare: {
    total: 1,
    rows: [
      {
        _id: "2b4c6d8e-0f1a-4b3c-8d5e-6f7a8b9c0d1e",
        auction: { ...drum, title: "Generator" },
        buyer: ada,
        since: "2026-11-24T10:05:00.000Z",
      },
    ],
  },
  pickups: {
    total: 1,
    rows: [
      {
        buyer: ada,
        startsAt: "2026-11-24T09:00:00.000Z",
        endsAt: "2026-11-24T09:30:00.000Z",
        place: "12 Broad Street, Lagos",
        sale: "November sale",
        lots: 3,
      },
    ],
  },
  toClose: { total: 1, rows: [{ date: "2026-11-23", closedBy: null }] },
  sellersOwed: {
    total: 1,
    rows: [
      {
        user: { _id: "6f1f3c1e-8a52-4c56-b7b1-0000000000b5", username: "chidi" },
        owed: 178_500,
        lots: 1,
        dueAt: "2026-11-29T10:05:00.000Z",
      },
    ],
    owed: 178_500,
  },
  mails: { total: 0, rows: [] },
};

export const getDesk = call({
  route: "GET /api/admin/desk",
  access: "staff",
  summary: "What needs a hand today (staff)",
  description:
    "Each panel has its first rows and how many there are, counted up to " +
    `${DESK_COUNTED_MAX.toLocaleString("en")}. A panel that the caller's role may not read is absent. Lots in which ` +
    "the caller has an interest are left out, and so is what the caller may not decide. Everything is read at one moment.",
  answer: deskAnswer,
  cost: read(4),
  examples: { answer: desk },
});

export const retryRow = call({
  route: "POST /api/admin/desk/retry-row",
  access: "house:settings",
  summary: "Try a row again that a background job put aside",
  body: retryRowBody,
  answer: retryRowAnswer,
  limit: 100,
  examples: { body: { loop: "public-log", key: drum._id }, answer: { isTriedAgain: true } },
});

export const setDeskAlerts = call({
  route: "PUT /api/admin/desk/alerts",
  access: "staff",
  summary: "Switch one's own mails about deadlines on or off (staff)",
  body: deskAlertsBody,
  answer: deskAlertsAnswer,
  limit: 100,
  examples: { body: { wantsMail: false }, answer: { wantsMail: false } },
});
