// An exchange rate as people read it.
const naira = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** `$1 = ₦1,520.00`. */
export const rateText = (nairaForDollar: number): string => `$1 = ₦${naira.format(nairaForDollar)}`;

/** `80% more naira for a dollar`. */
export const changeText = (from: number, to: number): string => {
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  return `${percent}% ${to > from ? "more" : "fewer"} naira for a dollar`;
};
