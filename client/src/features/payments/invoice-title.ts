// Names an invoice: by its sale, by its only lot, or by its day.
import type { Invoice } from "@jara/shared/rest/invoices";

const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export const invoiceTitle = ({ sale, day, lots: [lot, ...others] }: Invoice): string => {
  if (sale) return sale.title;
  if (lot && others.length === 0) return lot.auction.title;
  return day ? written.format(new Date(day)) : "";
};
