// Public holidays.
import * as z from "zod/mini";
import { messageAnswer } from "../rest/common.ts";
import { holidayAnswer, holidayBody, holidayDate, holidaysAnswer } from "../rest/settlements.ts";
import { callsIn } from "./call.ts";

const call = callsIn("Settlements");

const inForce = "In force for the next auction that ends; what is due already keeps its time.";

const params = z.object({ date: holidayDate });

const holiday = { date: "2026-10-01", name: "Independence Day" };

export const listHolidays = call({
  route: "GET /api/admin/holidays",
  access: "site:settings",
  summary: "Public holidays, earliest first",
  answer: holidaysAnswer,
  examples: { answer: { holidays: [holiday] } },
});

export const putHoliday = call({
  route: "PUT /api/admin/holidays/:date",
  access: "site:settings",
  summary: "Add a public holiday or rename it",
  description: `${inForce} \`seen\` is the name that the caller saw, null for none: another one is refused (\`VALUE_CHANGED\`).`,
  params,
  body: holidayBody,
  answer: holidayAnswer,
  // A day of the calendar.
  proof: "none",
  examples: { body: { name: "Independence Day", seen: null }, answer: { holiday } },
});

export const deleteHoliday = call({
  route: "DELETE /api/admin/holidays/:date",
  access: "site:settings",
  summary: "Take a public holiday away",
  description: inForce,
  params,
  answer: messageAnswer,
  proof: "none",
  examples: { answer: { message: "Holiday removed" } },
});
