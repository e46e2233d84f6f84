// Computes when a winner's payment is due: after the lot's business days (usually three), Monday to Friday in
// Lagos, without public holidays.

const DAY = 24 * 60 * 60 * 1000;
/** Lagos is UTC+1 all year. */
const LAGOS_OFFSET = 60 * 60 * 1000;

/** Public holidays, `yyyy-mm-dd` in Lagos, which are not business days. Administrators maintain the list. */
export type Holidays = ReadonlySet<string>;

/** `lagosMs`: epoch ms, moved by the offset of Lagos. */
export const isBusinessDay = (lagosMs: number, holidays: Holidays): boolean => {
  const date = new Date(lagosMs);
  const weekday = date.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(date.toISOString().slice(0, 10));
};

/** Epoch ms of the same time of day so many business days after `endedAt`. */
export const settlementDueAt = (endedAt: number, holidays: Holidays, paymentDays: number): number => {
  let lagos = endedAt + LAGOS_OFFSET;
  for (let left = paymentDays; left > 0; ) {
    lagos += DAY;
    if (isBusinessDay(lagos, holidays)) left -= 1;
  }
  return lagos - LAGOS_OFFSET;
};
