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
      className="-mt-2 min-h-11 w-full text-balance text-sm max-md:[font-size:min(0.875rem,4.6vw)]"
      onClick={steps.open}
    >
      <span className="whitespace-nowrap font-semibold text-brand underline underline-offset-4">Buy It Now</span> for{" "}
      <OwnMoney amount={terms.total} currency={auction.currency} />
    </button>
  );
};
