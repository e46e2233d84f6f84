// The lots of an invoice on which something is due.
import type { Invoice } from "@jara/shared/rest/invoices";

export const dueLots = ({ lots }: Invoice) => lots.filter(({ remaining }) => remaining > 0);
