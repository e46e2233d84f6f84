// Names an invoice: by its only lot, by its sale, or by its day.
import type { Invoice } from "@jara/shared/rest/invoices";

const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export const invoiceTitle = ({ sale, day, lots: [lot, ...others] }: Invoice): string => {
  if (lot && others.length === 0) return lot.auction.title;
  if (sale) return sale.title;
  return day ? written.format(new Date(day)) : "";
};
