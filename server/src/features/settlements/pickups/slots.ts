// The slots that a sale or the site's opening hours offer, and which of them are full. Times are epoch milliseconds.
import type { SettingValues } from "@jara/shared/site-settings";
import type { PickupTime } from "../../../platform/database/schema/sales.ts";
import { AHEAD_MS, addDays, lagosDay } from "../../../platform/lib/lagos-time.ts";

/** The settings of which the site's own times are made. */
export type UsualPickups = Pick<SettingValues, "hours" | "pickup-slots">;

interface Slot {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly place: string;
}
/** A slot that so many buyers may choose. */
export interface OfferedSlot extends Slot {
  readonly buyers: number;
}
export interface ChosenSlot extends Slot {
  readonly buyerId: string;
}

const MINUTE_MS = 60_000;
/** The site's own times are offered for today and the days after it. */
const DAYS_AHEAD = 14;

/** Time that is left at the end is too short for a slot. */
export const slotsIn = (times: readonly PickupTime[]): OfferedSlot[] =>
  times.flatMap(({ from, until, place, slotMinutes, buyers }) => {
    const lengthMs = slotMinutes * MINUTE_MS;
    return Array.from({ length: Math.floor((until - from) / lengthMs) }, (_, n) => {
      const startsAt = from + n * lengthMs;
      return { startsAt, endsAt: startsAt + lengthMs, place, buyers };
    });
  });

/** The office hours of the next days without the holidays. Empty unless there is a place and a length of a slot. */
export const usualTimes = (
  { hours: { days, place }, "pickup-slots": { slotMinutes, buyers } }: UsualPickups,
  holidays: ReadonlySet<string>,
  nowMs: number,
): PickupTime[] => {
  if (slotMinutes === 0 || place === "") return [];
  const today = lagosDay(nowMs);
  return Array.from({ length: DAYS_AHEAD }, (_, n) => addDays(today, n)).flatMap((day) => {
    const open = holidays.has(day) ? null : days[weekdayOf(day)];
    return open ? [{ from: at(day, open.opens), until: at(day, open.closes), place, slotMinutes, buyers }] : [];
  });
};

/** 0 is Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7;
const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00.000Z`) - AHEAD_MS;

/**
 * True if other buyers have taken every place of the slot. It counts whoever comes to the same place at that time, for
 * whatever sale, also in a slot of another length.
 */
export const isFull = (slot: OfferedSlot, chosen: readonly ChosenSlot[], buyerId: string): boolean => {
  const there = chosen.filter(
    (one) =>
      one.buyerId !== buyerId && one.place === slot.place && one.startsAt < slot.endsAt && one.endsAt > slot.startsAt,
  );
  return new Set(there.map((one) => one.buyerId)).size >= slot.buyers;
};
