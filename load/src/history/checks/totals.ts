// Checks what winners are asked to pay above the winning bid, to the kobo: the buyer's premium and the VAT on it. The
// price itself is checked by `replay`, and the fee of a Buy It Now by `purchases`. Also that a payment of a whole invoice is
// booked as one.
import type { Debt } from "../books.ts";
import { check, firstOf, unlike } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import type { StoredInvoicePayment, StoredSettlement } from "../stored.ts";

export const totals = check(
  "totals",
  "Each win asks for the premium on its price that its lot took when it opened, and for the VAT on that premium, each " +
    "rounded up to a whole kobo or cent; a lower price after a void lowers them too. A payment of a whole invoice is the sum " +
    "of its parts, which are lots of that invoice, each booked once and all at one moment",
  ({ auctions, stored }: Evidence, tally) => {
    for (const { id, books } of auctions.values()) {
      for (const row of stored.settlements.get(id) ?? []) {
        const debt = books.debts.find((one) => one.id === row.id);
        if (debt)
          tally.tried(id, unlike(`by the log, what ${row.id} asks above its price`, premiumIn(debt), premiumIn(row)));
      }
    }
    for (const payment of stored.invoicePayments) {
      // The payments of lots that were not read are unknown.
      if (payment.parts.every(({ auctionId }) => stored.auctions.has(auctionId)))
        tally.tried(payment.auctionId, whyNotOne(payment));
    }
  },
);

const whyNotOne = ({ id, method, amountMinor, parts, booked, credited, lots }: StoredInvoicePayment): string | null => {
  const what = `the payment ${id} of an invoice`;
  const times = new Set(booked.map(({ at }) => at));
  const sum = parts.reduce((total, part) => total + part.amountMinor, 0);
  const isOwn = method === "balance" || method === "online";
  const done = [...new Set([...booked, ...credited].map(({ settlementId }) => settlementId))].sort();
  // Online payments are in naira, also those of lots in dollars.
  const naira = parts.reduce((total, { amountMinor: own, promise }) => total + (promise?.ngnMinor ?? own), 0);
  const came = [...booked, ...credited].reduce((total, { ngnMinor }) => total + ngnMinor, 0);
  return firstOf(
    unlike(`${what}: what it covers`, parts.map(({ settlementId }) => settlementId).sort(), done),
    times.size > 1 && `${what} was booked at ${times.size} moments`,
    booked.length > new Set(booked.map(({ settlementId }) => settlementId)).size && `${what} has a part twice`,
    parts.some(({ settlementId }) => !lots.includes(settlementId)) && `${what} covers a lot of another invoice`,
    (isOwn ? sum !== amountMinor : sum > amountMinor) && `${what} is ${amountMinor}, and its parts come to ${sum}`,
    method === "online" && came !== naira && `${what} takes ${naira} kobo, and ${came} was booked`,
  );
};

const premiumIn = ({ premiumMinor, vatMinor }: Debt | StoredSettlement) => ({ premiumMinor, vatMinor });
