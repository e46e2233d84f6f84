// The text below the field of an amount has the same number of lines in each state, so that the button below it does not
// move. A buyer's premium needs two more.
import type { Auction } from "@jara/shared/auction";
import { cx } from "../lib/cx.ts";

export const amountLines = ({ buyersPremium }: Pick<Auction, "buyersPremium">): string =>
  cx("block text-xs", buyersPremium ? "min-h-[4lh]" : "min-h-[2lh]");
