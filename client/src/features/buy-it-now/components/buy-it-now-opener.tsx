// Opens the dialog of Buy It Now from a phone's bar. Nothing while something else than the balance prevents buying, which
// the dialog can add to.
import { useServerNow } from "../../../connection/use-server-now.ts";
import { useCurrency } from "../../../store/currency.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { isBuyer, obstacleOf, termsOf } from "../buy-it-now-rules.ts";
import type { BuyItNowCardProps } from "./buy-it-now-card.tsx";

type BuyItNowOpenerProps = Pick<BuyItNowCardProps, "auction" | "user" | "steps" | "reason" | "isBarred">;

export const BuyItNowOpener = ({ auction, user, steps, reason, isBarred = false }: BuyItNowOpenerProps) => {
  const { rates } = useCurrency();
  const nowMs = useServerNow(60_000);
  const terms = termsOf(auction, rates);
  if (!terms || !user || isBarred || !isBuyer(auction, user)) return null;
  const obstacle = obstacleOf(auction, terms, user, nowMs, reason);
  if (obstacle !== null && obstacle !== "insufficient-balance") return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="-mt-2 flex min-h-11 w-full items-center justify-center gap-x-1 text-sm"
      onClick={steps.open}
    >
      <span className="font-semibold text-brand underline underline-offset-4">Buy It Now</span> for{" "}
      <OwnMoney amount={terms.total} currency={auction.currency} />
    </button>
  );
};
