// Names the lot of a mail by its number in its sale, as it is when the mail is sent. Nothing of it is stored.
import { lotNumberText, numberedTitle } from "@jara/shared/sale-order";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import type { Mail } from "../../platform/outbox/mails.ts";

/** Columns of a query that joins the tables to the mail's lot. */
export const saleColumns = { lotNumber: saleLots.lotNumber, suffix: saleLots.suffix, saleTitle: sales.title };

interface OfSale {
  readonly lotNumber: number | null;
  readonly suffix: string | null;
  readonly saleTitle: string | null;
}

/** The data with the number and the sale; unchanged for a lot without a sale, and for a mail that does not name its lot. */
export const withSale = (data: Mail["data"], { lotNumber, suffix, saleTitle: sale }: OfSale): Mail["data"] => {
  const isUnnamed = "isNamed" in data && data.isNamed === false;
  if (lotNumber === null || sale === null || isUnnamed || !("title" in data)) return data;
  const named: object = { ...data, lot: lotNumberText({ lotNumber, suffix: suffix ?? "" }), sale };
  return named as Mail["data"];
};

/** The same data with the number in the title: "Lot 12A: Talking drum". */
export const withNumberedTitle = (data: Mail["data"]): Mail["data"] => {
  const { lot, title } = data as { readonly lot?: string; readonly title?: string };
  return lot === undefined || title === undefined
    ? data
    : ({ ...data, title: numberedTitle(title, lot) } as Mail["data"]);
};
