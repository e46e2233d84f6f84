// Checks what winners are asked to pay above the winning bid, to the kobo: the buyer's premium and the VAT on it. The
// price itself is checked by `replay`, and the fee of a Buy It Now by `purchases`.
import type { Debt } from "../books.ts";
import { check, unlike } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import type { StoredSettlement } from "../stored.ts";

export const totals = check(
  "totals",
  "Each win asks for the premium on its price that its lot took when it opened, and for the VAT on that premium, each " +
    "rounded up to a whole kobo or cent; a lower price after a void lowers them too",
  ({ auctions, stored }: Evidence, tally) => {
    for (const { id, books } of auctions.values()) {
      for (const row of stored.settlements.get(id) ?? []) {
        const debt = books.debts.find((one) => one.id === row.id);
        if (debt)
          tally.tried(id, unlike(`by the log, what ${row.id} asks above its price`, premiumIn(debt), premiumIn(row)));
      }
    }
  },
);

const premiumIn = ({ premiumMinor, vatMinor }: Debt | StoredSettlement) => ({ premiumMinor, vatMinor });
