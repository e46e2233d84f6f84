// Closes of a day.
import * as z from "zod/mini";
import {
  DAY_CLOSES_LIMIT_DEFAULT,
  type DayClose,
  dayAnswer,
  dayCloseAnswer,
  dayCloseBody,
  dayCloseDate,
  dayClosesAnswer,
  dayClosesQuery,
  refuseCloseBody,
  type TillLine,
} from "../rest/day-closes.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { seller } from "./samples.ts";

const call = callsIn("Settlements");

const till: TillLine[] = [
  { method: "cash", inNgn: 45_000, outNgn: 5_000 },
  { method: "transfer", inNgn: 120_000, outNgn: 0 },
  { method: "online", inNgn: 80_000, outNgn: 0 },
  { method: "outside", inNgn: 0, outNgn: 0 },
];

const close: DayClose = {
  _id: "0b1c9c1e-7a53-4f3f-9a58-2f6f4f3f9a58",
  date: "2026-11-24",
  from: "2026-11-23T23:00:00.000Z",
  until: "2026-11-24T17:02:00.000Z",
  till,
  openingCash: 5_000,
  expectedCash: 45_000,
  countedCash: 44_800,
  bankedCash: 40_000,
  countedTransfer: 120_000,
  cashDifference: -200,
  transferDifference: 0,
  note: "₦200 of change is missing",
  closedBy: seller,
  closedAt: "2026-11-24T17:02:00.000Z",
  status: "waiting",
  decidedBy: null,
  decidedAt: null,
  reason: null,
  maySign: true,
  maySignFrom: null,
};

export const listDayCloses = call({
  route: "GET /api/admin/day-closes",
  access: "settlements:read",
  summary: "Closes of days, the newest day first",
  description: "`waiting` counts those that the caller may sign.",
  query: dayClosesQuery,
  answer: dayClosesAnswer,
  pageLength: DAY_CLOSES_LIMIT_DEFAULT,
  examples: {
    answer: { closes: [close], waiting: 1, pagination: { current: 1, pages: 1, total: 1, limit: 20 } },
  },
});

export const downloadDayCloses = call({
  route: "GET /api/admin/day-closes.csv",
  access: "settlements:read",
  summary: "All closes of days as a CSV file, the newest day first",
  description:
    "UTF-8 with a byte order mark, for spreadsheets. Amounts are in NGN, as plain decimals in columns of their own: the " +
    "till's opening, cash in and out, what the till must have, what was counted, the difference, and what was taken out; " +
    "then transfers, online and outside payments.",
  answer: z.string(),
  examples: {
    answer: '\ufeff"day","from (Lagos)","until (Lagos)","status","opening",…\r\n"2026-11-24",…\r\n',
  },
});

export const getDay = call({
  route: "GET /api/admin/day-closes/:date",
  access: "settlements:read",
  summary: "The closes of a day in Lagos, and the money of the part that is not closed",
  description: "The money of all lots, also of those in which the caller has an interest, because the till holds it.",
  params: z.object({ date: dayCloseDate }),
  answer: dayAnswer,
  examples: {
    answer: {
      date: close.date,
      closes: [close],
      open: {
        from: close.until,
        until: "2026-11-24T18:00:00.000Z",
        openingCash: close.countedCash - close.bankedCash,
        till: till.map(({ method }) => ({ method, inNgn: 0, outNgn: 0 })),
      },
    },
  },
});

export const closeDay = call({
  route: "POST /api/admin/day-closes",
  access: "settlements:book",
  summary: "Close a day: record what was counted in the till beside what the books have",
  description:
    "It covers the day until now, or until its end; what comes later on the same day belongs to the next close. The till " +
    "must have its opening (what the close before left in it, and the cash that moved since) and the cash that came, " +
    "less the cash that went. Without a close before it, `openingCash` is the change that was in the till, with a note. " +
    "A difference needs a note. Refused while another close of the day waits (VALUE_CHANGED), if the cash of the books, or " +
    "with `countedTransfer` their transfers, changed since `seen` (VALUE_CHANGED), and for a person whose own money is among it (CONFLICT_OF_INTEREST).",
  body: dayCloseBody,
  answer: dayCloseAnswer,
  examples: {
    body: {
      date: close.date,
      countedCash: close.countedCash,
      countedTransfer: close.countedTransfer,
      bankedCash: close.bankedCash,
      note: "₦200 of change is missing",
      seen: till,
      seenOpening: 5_000,
    },
    answer: { close: { ...close, maySign: false } },
  },
});

const decidedOnce = "The same request again does nothing; after another decision it is refused (VALUE_CHANGED).";
const decided = { decidedBy: { ...seller, username: "kemi" }, decidedAt: "2026-11-24T17:30:00.000Z", maySign: false };

export const signDayClose = call({
  route: "POST /api/admin/day-closes/:id/sign",
  access: "settlements:book",
  summary: "Sign a close that somebody else made",
  description:
    "Refused for the person who closed the day and for one who has had the account or the role for less than 24 hours " +
    "(403), for a person whose own money is among it (CONFLICT_OF_INTEREST), and if the books of this time no longer " +
    `have what was counted (VALUE_CHANGED). ${decidedOnce}`,
  params: idParams,
  body: noBody,
  answer: dayCloseAnswer,
  examples: { answer: { close: { ...close, ...decided, status: "signed" } } },
});

export const refuseDayClose = call({
  route: "POST /api/admin/day-closes/:id/refuse",
  access: "settlements:book",
  summary: "Refuse a close that waits, so that its time can be closed anew",
  description: `The person who closed the day may take it back like this. ${decidedOnce}`,
  params: idParams,
  body: refuseCloseBody,
  answer: dayCloseAnswer,
  // A refusal stops what waits, and changes nothing else.
  proof: "none",
  examples: {
    body: { reason: "The cash of the second till is missing" },
    answer: {
      close: { ...close, ...decided, status: "refused", reason: "The cash of the second till is missing" },
    },
  },
});
