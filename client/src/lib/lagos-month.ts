// A month in Lagos (`2026-11`) and its days.

/** Lagos is an hour ahead of UTC all year. */
const LAGOS_MS = 60 * 60 * 1000;

export const lagosMonth = (ms: number): string => new Date(ms + LAGOS_MS).toISOString().slice(0, 7);

/** The first and the last day. */
export const daysOfMonth = (month: string): { from: string; to: string } => {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${days}` };
};
