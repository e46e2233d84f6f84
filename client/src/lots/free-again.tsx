// One sentence about the part of the balance that a lost lot held until its end. A bid that was outbid held nothing.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { useHeld } from "./balance-needed.tsx";

interface FreeAgainProps {
  auction: Pick<Auction, "currency" | "isLeading">;
  /** The person's highest bid on it. A purchase at once moves the price, but not what their lead held. */
  highestBid: number | null;
  /** The person's maximum on it. */
  maximum: number | null;
  /** Stands where nothing was held. */
  otherwise?: string;
}

export const FreeAgain = ({ auction, highestBid, maximum, otherwise }: FreeAgainProps) => {
  const held = useHeld({ ...auction, currentPrice: highestBid ?? 0 }, maximum);
  const words = held > 0 ? `${formatMoney(held, "NGN")} is free again.` : otherwise;
  return words ? <b>{words}</b> : null;
};
