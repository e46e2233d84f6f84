// Checks what sellers were paid: the price, the commission, the VAT on it and the charges of each sale, to the kobo; not
// before the buyer paid; and nothing is left of it once the sale is undone.
import { causes, type Debt } from "../books.ts";
import { check, firstOf } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import type { StoredEntry, StoredProceeds } from "../stored.ts";
import { ratesAt } from "./online-worth.ts";

/** A job follows each change at once. */
const SETTLED_WITHIN_MS = 1_500;

type Tried = (wrong: string | null) => void;

export const proceeds = check(
  "proceeds",
  "A seller has of a sale its price less the agreed commission, the VAT on it and the charges, to the kobo, and never less " +
    "than nothing; is not paid before the buyer has paid; and has nothing once the sale is undone",
  ({ auctions, stored }: Evidence, tally) => {
    const entries = new Map<string, StoredEntry[]>();
    for (const entry of [...stored.ledger.values()].flat()) {
      if (!isOfSeller(entry)) continue;
      const id = entry.settlementId ?? "";
      entries.set(id, [...(entries.get(id) ?? []), entry]);
    }
    for (const auction of auctions.values()) {
      const tried: Tried = (wrong) => tally.tried(auction.id, wrong);
      const terms = stored.proceeds.filter(({ auctionId }) => auctionId === auction.id);
      for (const row of terms) eachSale(row, entries.get(row.debtId) ?? [], auction, stored, tried);
      for (const [debtId, moved] of entries) {
        const isOwn = moved.some(({ auctionId }) => auctionId === auction.id);
        if (isOwn && !terms.some((row) => row.debtId === debtId)) tried(`${debtId} pays a seller without terms`);
      }
    }
  },
);

const isOfSeller = ({ cause }: StoredEntry): boolean => (causes.sales as readonly string[]).includes(cause);

const sumOf = (entries: readonly StoredEntry[], cause: string): number =>
  entries.reduce((sum, entry) => (entry.cause === cause ? sum + entry.amountMinor : sum), 0);

const eachSale = (
  row: StoredProceeds,
  entries: readonly StoredEntry[],
  auction: Auction,
  stored: Evidence["stored"],
  tried: Tried,
): void => {
  const debt = auction.books.debts.find(({ id }) => id === row.debtId);
  const what = `the sale ${row.debtId}`;
  if (!debt) {
    tried(`${what} pays a seller, and the log has no such debt`);
    return;
  }
  for (const entry of entries) {
    const isPaying = entry.cause === "sale-proceeds" && entry.amountMinor > 0;
    tried(
      firstOf(
        entry.userId !== row.sellerId && `${what} moves the balance of ${entry.userId}, who does not sell it`,
        isPaying && !isSoldAt(auction, entry.at) && `${what} pays the seller at ${entry.at}, while it is not paid for`,
      ),
    );
  }
  const price = sumOf(entries, "sale-proceeds");
  const taken = -sumOf(entries, "commission") - sumOf(entries, "seller-charge");
  tried(taken > price ? `${what} takes ${taken} kobo of ${price} from its seller` : null);
  const last = auction.steps.at(-1);
  // The job may not have followed the last change yet.
  if (!last || stored.readAt - last.row.at < SETTLED_WITHIN_MS) return;
  tried(
    amountsDiffer(row, debt, price, taken, debt.status === "paid" && last.after?.status === "sold", stored, entries),
  );
};

/** Says by the log whether the lot was sold at this time. */
const isSoldAt = ({ steps }: Auction, at: number): boolean =>
  steps.findLast(({ row }) => row.at <= at)?.after?.status === "sold";

const amountsDiffer = (
  { debtId, terms, hammerMinor }: StoredProceeds,
  debt: Debt,
  price: number,
  taken: number,
  isSoldNow: boolean,
  stored: Evidence["stored"],
  entries: readonly StoredEntry[],
): string | null => {
  const what = `the sale ${debtId}`;
  if (!isSoldNow) return price === 0 && taken === 0 ? null : `${what} is undone, and its seller keeps ${price - taken}`;
  if (price === 0) return taken === 0 ? null : `${what} takes ${taken} kobo and pays nothing`;
  if (hammerMinor !== debt.priceMinor)
    return `${what} is settled for ${hammerMinor}, and its price is ${debt.priceMinor}`;
  const paidAt = entries.find(({ cause }) => cause === "sale-proceeds")?.at ?? 0;
  const rates = debt.currency === "NGN" ? [1] : ratesAt(stored.rates, paidAt);
  const right = rates.map((rate) => {
    const naira = (amountMinor: number): number => Math.ceil(Number((amountMinor * rate).toFixed(4)));
    const hammer = naira(debt.priceMinor);
    const share = (amount: number, points: number): number =>
      Math.ceil(Number(((amount * points) / 10_000).toFixed(4)));
    const commission = Math.max(share(hammer, terms.commissionBasisPoints), naira(terms.leastCommissionMinor));
    const own = Math.min(hammer, commission);
    const charges = terms.charges.reduce((sum, { amountMinor }) => sum + naira(amountMinor), 0);
    return { hammer, taken: Math.min(hammer, own + share(own, terms.vatBasisPoints) + charges) };
  });
  if (right.some((one) => one.hammer === price && one.taken === taken)) return null;
  const [due] = right;
  return `${what} gives ${price} and takes ${taken} kobo, where ${due?.hammer} and ${due?.taken} are due`;
};
