// When a winner's payment is due: after three business days, Monday to Friday in Lagos, public holidays left out.

const DAY = 24 * 60 * 60 * 1000;
/** Lagos is UTC+1 the whole year. */
const LAGOS_OFFSET = 60 * 60 * 1000;
export const SETTLEMENT_BUSINESS_DAYS = 3;

/** Nigeria's holidays of a fixed date (month-day). Those by the moon are declared late and stand in `movable`. */
const fixed = new Set(["01-01", "05-01", "06-12", "10-01", "12-25", "12-26"]);
/** Good Friday, Easter Monday, Eid al-Fitr, Eid al-Adha, Maulud: as expected for these years (yyyy-mm-dd). */
const movable = new Set([
  ...["2026-03-20", "2026-04-03", "2026-04-06", "2026-05-27", "2026-05-28", "2026-08-26"],
  ...["2027-03-10", "2027-03-26", "2027-03-29", "2027-05-17", "2027-05-18", "2027-08-16"],
]);

const isBusinessDay = (lagosMs: number): boolean => {
  const date = new Date(lagosMs);
  const iso = date.toISOString().slice(0, 10);
  const weekday = date.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !fixed.has(iso.slice(5)) && !movable.has(iso);
};

/** Epoch ms of the same time of day on the third business day after `endedAt`. */
export const settlementDueAt = (endedAt: number): number => {
  let lagos = endedAt + LAGOS_OFFSET;
  for (let left = SETTLEMENT_BUSINESS_DAYS; left > 0; ) {
    lagos += DAY;
    if (isBusinessDay(lagos)) left -= 1;
  }
  return lagos - LAGOS_OFFSET;
};
