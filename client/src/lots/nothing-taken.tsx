// Says of a lost lot that nothing was taken, and what part of the balance it held until its end. A bid that was outbid held
// nothing.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { useHeld } from "./balance-needed.tsx";

interface NothingTakenProps {
  auction: Pick<Auction, "currency" | "isLeading">;
  /** The person's highest bid on it. A purchase at once moves the price, but not what their lead held. */
  highestBid: number | null;
  /** The person's maximum on it. */
  maximum: number | null;
}

export const NothingTaken = ({ auction, highestBid, maximum }: NothingTakenProps) => {
  const held = useHeld({ ...auction, currentPrice: highestBid ?? 0 }, maximum);
  return (
    <span>Nothing was taken. {held > 0 ? <b>{formatMoney(held, "NGN")} is free again.</b> : "Nothing is held."}</span>
  );
};
