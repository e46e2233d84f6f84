// Shows the balance that a bid or a maximum of this amount needs: 20% of it, in naira. Money that this lot has already
// reserved counts as available, so that a higher bid needs only the difference (`BALANCE_RULE=hold`).
import type { Auction } from "@jara/shared/auction";
import { boundAmountMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { toMajor, toMinor } from "@jara/shared/money";
import { cx } from "../lib/cx.ts";
import { missingFor } from "../money/missing.ts";
import { useAvailable } from "../money/use-available.ts";
import { useCurrency } from "../store/currency.ts";
import { OwnMoney } from "../ui/money.tsx";
import { HeldElsewhere, HeldTogether, useIsShared } from "./held-together.tsx";

interface Needed {
  /** In naira. */
  needed: number;
  /** The money that the user can use for this lot, in naira. Null for a visitor. */
  available: number | null;
  /** The user has less than that. The server decides. */
  isShort: boolean;
}

type Lot = Pick<Auction, "currency" | "currentPrice" | "isLeading">;

/** Returns the naira that the user's lead and maximum on this lot hold. */
export const useHeld = ({ currency, currentPrice, isLeading }: Lot, maximum: number | null): number => {
  const { rates } = useCurrency();
  const amount = boundAmountMinor(toMinor(isLeading ? currentPrice : 0), toMinor(maximum ?? 0));
  return toMajor(requiredBalanceMinor(amount, currency, rates));
};

/**
 * Returns the money that the user can use for this lot, in naira. `maximum`: the user's own on this lot. Null for a
 * visitor.
 */
export const useAvailableFor = (lot: Lot, maximum: number | null): number | null => useAvailable(useHeld(lot, maximum));

export const useBalanceNeeded = (amount: number | null, lot: Lot, maximum: number | null): Needed => {
  const { rates } = useCurrency();
  const available = useAvailableFor(lot, maximum);
  if (amount === null) return { needed: 0, available, isShort: false };
  const needed = toMajor(requiredBalanceMinor(toMinor(amount), lot.currency, rates));
  return { needed, available, isShort: available !== null && missingFor(needed, available) > 0 };
};

/** The money that the user has for this lot, beside the field of an amount. Nothing for a visitor. */
export const CanBidWith = ({ auction, maximum }: { auction: Lot & Pick<Auction, "_id">; maximum: number | null }) => {
  const available = useAvailableFor(auction, maximum);
  const isShared = useIsShared();
  return (
    available !== null && (
      // The list of the other lots loads late. A phone keeps a line for what they may need, so that nothing moves.
      <span className={cx("text-ink-soft text-xs", isShared && "max-md:min-h-[2lh] max-md:w-full")}>
        Balance you can use: <OwnMoney amount={Math.max(0, available)} currency="NGN" className="font-semibold" />
        <HeldElsewhere auctionId={auction._id} available={available} />
      </span>
    )
  );
};

interface BalanceNeededProps {
  amount: number;
  auction: Lot & Pick<Auction, "_id">;
  /** The user's own maximum on this auction, in its currency. */
  maximum: number | null;
  /** The amount becomes the maximum; a bid leaves it. */
  isMaximum?: boolean;
}

/** Nothing where the balance is too low: the button below then says what is needed. */
export const BalanceNeeded = ({ amount, auction, maximum, isMaximum = false }: BalanceNeededProps) => {
  const { needed, isShort } = useBalanceNeeded(amount, auction, maximum);
  const held = useHeld(auction, maximum);
  const kept = Math.max(needed, useHeld(auction, null));
  if (isShort) return null;
  if (isMaximum && kept < held) {
    return (
      <span className="inline-block">
        <OwnMoney amount={toMajor(toMinor(held) - toMinor(kept))} currency="NGN" className="font-semibold" /> is free
        again then. <OwnMoney amount={kept} currency="NGN" /> stays held, and nothing is taken.
      </span>
    );
  }
  return (
    <>
      {held > 0 && needed > held ? (
        <span className="inline-block">
          This holds{" "}
          <OwnMoney amount={toMajor(toMinor(needed) - toMinor(held))} currency="NGN" className="font-semibold" /> more
          of your balance, and takes nothing (20%: <OwnMoney amount={needed} currency="NGN" /> in all)
        </span>
      ) : (
        <span className="inline-block">
          Balance needed: <OwnMoney amount={needed} currency="NGN" className="font-semibold" /> (20%,{" "}
          {needed <= held ? "which is held already" : "held, not taken"})
        </span>
      )}
      <HeldTogether auctionId={auction._id} needed={needed} />
    </>
  );
};
