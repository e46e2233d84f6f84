// The price and the leader before and after voiding; after the end, the winner.
import type { Currency } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { cx } from "../../lib/cx.ts";
import { OwnMoney } from "../../ui/money.tsx";

/** The people of an effect in words: who leads, or after the end who has won. */
const peopleOf = ({ winner, leaderBefore, leaderAfter }: VoidEffect): [label: string, now: string, after: string] => {
  if (!winner) return ["Leader", leaderBefore?.username ?? "nobody", leaderAfter?.username ?? "nobody"];
  return ["Winner", winner.before?.username ?? "no winner", winner.after?.username ?? "no winner"];
};

/** The amounts stand below each other, because two of a house's price do not fit beside each other on a phone. */
export const EffectList = ({ effect, currency }: { effect: VoidEffect; currency: Currency }) => {
  const [label, now, after] = peopleOf(effect);
  return (
    <table className="w-full border-collapse rounded-box bg-sunken text-left text-sm">
      <caption className="sr-only">What voiding would do</caption>
      <thead>
        <tr className="text-ink-soft">
          <td className="p-2" />
          <th scope="col" className="p-2 font-normal">
            Price
          </th>
          <th scope="col" className="p-2 font-normal">
            {label}
          </th>
        </tr>
      </thead>
      <tbody>
        <Row name="Now" price={effect.priceBefore} currency={currency} person={now} />
        <Row name="After" price={effect.priceAfter} currency={currency} person={after} className="font-semibold" />
      </tbody>
    </table>
  );
};

interface RowProps {
  name: string;
  price: number;
  currency: Currency;
  person: string;
  className?: string;
}

const Row = ({ name, price, currency, person, className }: RowProps) => (
  <tr className="border-line border-t align-top">
    <th scope="row" className="p-2 font-normal text-ink-soft">
      {name}
    </th>
    <td className={cx("p-2", className)}>
      <OwnMoney amount={price} currency={currency} />
    </td>
    <td className={cx("p-2 [overflow-wrap:anywhere]", className)}>{person}</td>
  </tr>
);
