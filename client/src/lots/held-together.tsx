// Says before a bid that all of the user's bids together hold more than the balance, and what to add. That can be true
// where bids can use the same money (`BALANCE_RULE=check`).
import { addAmounts, formatMoney, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { useSite } from "../lib/site.ts";
import { useSession } from "../store/session.ts";
import { OwnMoney } from "../ui/money.tsx";
import { useBoundLots } from "./bound-lots.ts";

interface HeldTogetherProps {
  auctionId: string;
  /** The part of the balance that the bid or the maximum holds, in naira. */
  needed: number;
}

export const HeldTogether = (props: HeldTogetherProps) => {
  const balance = useSession(({ user, isBalanceOld }) => (user && !isBalanceOld ? user.balance : null));
  return balance === null ? null : <WhereShared {...props} balance={balance} />;
};

interface OfUser extends HeldTogetherProps {
  balance: number;
}

const WhereShared = (props: OfUser) => (useIsShared() ? <WithOthers {...props} /> : null);

export const useIsShared = (): boolean => useSite()?.balanceRule === "check";

interface HeldElsewhereProps extends Pick<HeldTogetherProps, "auctionId"> {
  /** The money to bid with, in naira. */
  available: number;
}

/** Says how much of the money to bid with other lots hold, where bids can use the same money. */
export const HeldElsewhere = (props: HeldElsewhereProps) => (useIsShared() ? <OfOthers {...props} /> : null);

const OfOthers = ({ auctionId, available }: HeldElsewhereProps) => {
  const others = addAmounts(...(useBoundLots(auctionId) ?? []).map(({ bound }) => bound));
  const held = Math.min(others, available);
  return held > 0 && <> (other lots may need up to {formatMoney(held, "NGN")} of it)</>;
};

const WithOthers = ({ auctionId, needed, balance }: OfUser) => {
  const others = useBoundLots(auctionId) ?? [];
  const together = others.reduce((sum, { bound }) => sum + toMinor(bound), Number(toMinor(needed)));
  const missing = together - toMinor(balance);
  if (others.length === 0 || missing <= 0) return null;
  return <Together held={toMajor(together as Minor)} missing={toMajor(missing as Minor)} />;
};

/** In naira. */
export const Together = ({ held, missing }: { held: number; missing: number }) => (
  <span className="block text-amber text-sm">
    Together your bids hold <Naira amount={held} />, more than your balance. If you win them all, add{" "}
    <Naira amount={missing} /> before you pay.
  </span>
);

const Naira = ({ amount }: { amount: number }) => <OwnMoney amount={amount} currency="NGN" className="font-semibold" />;
