// Calendar files of lots and sales.
import * as z from "zod/mini";
import { callsIn, idParams } from "./call.ts";

const call = callsIn("Auctions");

export const downloadLotCalendar = call({
  route: "GET /api/auctions/:id/calendar.ics",
  access: "anyone",
  readsToken: true,
  summary: "A lot's end as a calendar file",
  params: idParams,
  answer: z.string(),
  examples: { answer: "BEGIN:VCALENDAR …" },
});

export const downloadSaleCalendar = call({
  route: "GET /api/sales/:id/calendar.ics",
  access: "anyone",
  readsToken: true,
  tag: "Sales",
  summary: "The viewings, the opening and the first closing of a sale as a calendar file",
  params: idParams,
  answer: z.string(),
  examples: { answer: "BEGIN:VCALENDAR …" },
});
