import { expect, it } from "vitest";
import { isFull, slotsIn, usualTimes } from "./slots.ts";

const at = (time: string): number => Date.parse(`2026-11-30T${time}:00.000Z`);
const time = { from: at("09:00"), until: at("10:10"), place: "Ikeja", slotMinutes: 30, buyers: 2 };
const slots = slotsIn([time]);

it("divides a pickup time into slots, and leaves out what is too short at its end", () => {
  expect(slots.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    [at("09:00"), at("09:30")],
    [at("09:30"), at("10:00")],
  ]);
  expect(slots[0]).toMatchObject({ place: "Ikeja", buyers: 2 });
});

it("counts each buyer once who comes to the same place at the same time, and not the one who asks", () => {
  const [slot] = slots;
  if (!slot) throw new Error("no slot");
  const chosen = (buyerId: string, of: Partial<typeof slot> = {}) => ({ ...slot, ...of, buyerId });
  expect(isFull(slot, [chosen("ada"), chosen("ada"), chosen("me")], "me")).toBe(false);
  expect(isFull(slot, [chosen("ada"), chosen("bola")], "me")).toBe(true);
  // A slot of another length that overlaps.
  const longer = { startsAt: at("09:15"), endsAt: at("10:15") };
  expect(isFull(slot, [chosen("ada"), chosen("bola", longer)], "me")).toBe(true);
  const elsewhere = { place: "Yaba" };
  const next = { startsAt: at("09:30"), endsAt: at("10:00") };
  expect(isFull(slot, [chosen("ada"), chosen("bola", elsewhere), chosen("chidi", next)], "me")).toBe(false);
});

it("offers the office hours of two weeks without closed days and holidays, and nothing without a place or a length", () => {
  const open = { opens: "09:00", closes: "17:00" };
  const hours = { days: [open, open, open, open, open, null, null], place: "12 Marina" };
  const usual = { hours, "pickup-slots": { slotMinutes: 60, buyers: 3 } };
  // Sunday 29 November, 23:30 in Lagos.
  const now = Date.parse("2026-11-29T22:30:00.000Z");
  const times = usualTimes(usual, new Set(["2026-12-01"]), now);
  expect(times).toHaveLength(9);
  expect(times[0]).toEqual({
    from: Date.parse("2026-11-30T08:00:00.000Z"),
    until: Date.parse("2026-11-30T16:00:00.000Z"),
    place: "12 Marina",
    slotMinutes: 60,
    buyers: 3,
  });
  expect(times[1]?.from).toBe(Date.parse("2026-12-02T08:00:00.000Z"));
  expect(usualTimes({ ...usual, hours: { ...hours, place: "" } }, new Set(), now)).toEqual([]);
  expect(usualTimes({ ...usual, "pickup-slots": { slotMinutes: 0, buyers: 3 } }, new Set(), now)).toEqual([]);
});
