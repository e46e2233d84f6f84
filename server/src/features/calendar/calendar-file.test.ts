import type { Sale } from "@jara/shared/rest/sales";
import { expect, it } from "vitest";
import { lotCalendar, saleCalendar } from "./calendar-file.ts";

const site = "https://jara.test";
/** The lines of the file, with folded lines whole again. */
const linesOf = (file: Buffer): string[] => file.toString().replaceAll("\r\n ", "").split("\r\n");

const lot = {
  _id: "lot-1",
  title: "Drum; carved, old",
  status: "active",
  startTime: "2026-11-19T08:00:00.000Z",
  endTime: "2026-11-23T18:00:00.000Z",
  location: null,
  version: 7,
  serverTime: "2026-11-20T08:00:00.000Z",
  softClose: null,
} as const;

it("A lot's file names its end in UTC, its page and its version, and reminds a quarter of an hour before", () => {
  const lines = linesOf(lotCalendar(lot, site));
  expect(lines).toContain("UID:lot-lot-1@jara.test");
  expect(lines).toContain("DTSTART:20261123T180000Z");
  expect(lines).toContain("SEQUENCE:7");
  expect(lines).toContain("SUMMARY:Bidding ends: Drum\\; carved\\, old");
  expect(lines).toContain("URL;VALUE=URI:https://jara.test/auction/lot-1");
  expect(lines).toContain("TRIGGER:-PT15M");
});

it("An upcoming lot's file also has the time of its opening", () => {
  const lines = linesOf(lotCalendar({ ...lot, status: "draft" }, site));
  expect(lines.filter((line) => line.startsWith("SUMMARY:Bidding opens"))).toHaveLength(1);
  expect(lines).toContain("DTSTART:20261119T080000Z");
});

it("A title with line breaks adds no line of its own to the file", () => {
  const title = "Drum\r\nEND:VCALENDAR\nBEGIN:VEVENT";
  const lines = linesOf(lotCalendar({ ...lot, title }, site));
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  expect(lines.filter((line) => line === "END:VCALENDAR")).toHaveLength(1);
});

it("A sale's file has every viewing with its place, the opening and the first closing", () => {
  const sale = {
    _id: "s",
    title: "Evening",
    revision: 3,
    updatedAt: "2026-11-19T10:00:00.000Z",
    opensAt: "2026-11-20T08:00:00.000Z",
    closesAt: "2026-11-23T08:00:00.000Z",
    viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: "12 Broad Street" }],
  } as unknown as Sale;
  const lines = linesOf(saleCalendar(sale, site));
  const summaries = lines.filter((line) => line.startsWith("SUMMARY:"));
  expect(summaries).toEqual([
    "SUMMARY:Viewing: Evening",
    "SUMMARY:Bidding opens: Evening",
    "SUMMARY:The first lot closes: Evening",
  ]);
  expect(lines).toContain("LOCATION:12 Broad Street");
  expect(lines).toContain("DTEND:20261122T160000Z");
});
