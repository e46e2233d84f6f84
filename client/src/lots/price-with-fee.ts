// The Buy It Now price of a lot and what the buyer pays with the fee: "₦165,000.00 + fee ₦8,250.00 = ₦173,250.00".
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";

type BuyItNowLot = Pick<Auction, "buyItNowPrice" | "buyItNowFee" | "totalAmount" | "currency">;

/** Null for a lot without Buy It Now. */
export const priceWithFee = ({ buyItNowPrice, buyItNowFee, totalAmount, currency }: BuyItNowLot): string | null => {
  if (buyItNowPrice === null) return null;
  const price = formatMoney(buyItNowPrice, currency);
  return buyItNowFee && totalAmount
    ? `${price} + fee ${formatMoney(buyItNowFee, currency)} = ${formatMoney(totalAmount, currency)}`
    : price;
};
