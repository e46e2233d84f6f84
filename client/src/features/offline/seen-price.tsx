// A stored price with its time. Never shown without it, because the price may have moved.
import { cx } from "../../lib/cx.ts";
import { OwnMoney } from "../../ui/money.tsx";
import { asOf } from "./as-of.ts";
import type { SeenLot } from "./seen-lots.ts";

export const SeenPrice = ({ lot, className }: { lot: SeenLot; className: string }) => (
  <span className="grid">
    <OwnMoney
      amount={lot.currentPrice}
      currency={lot.currency}
      className={cx("font-bold text-ink-soft [overflow-wrap:anywhere]", className)}
    />
    <span className="text-ink-soft text-xs">{asOf(lot.at)}</span>
  </span>
);
