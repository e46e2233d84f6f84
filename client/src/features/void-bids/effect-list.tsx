// The price and the leader before and after voiding; after the end, the winner.
import type { Currency } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { OwnMoney } from "../../ui/money.tsx";

/** The people of an effect in words: who leads, or after the end who has won. */
const peopleOf = ({ winner, leaderBefore, leaderAfter }: VoidEffect): [label: string, now: string, after: string] => {
  if (!winner) return ["Leader", leaderBefore?.username ?? "nobody", leaderAfter?.username ?? "nobody"];
  return ["Winner", winner.before?.username ?? "no winner", winner.after?.username ?? "no winner"];
};

export const EffectList = ({ effect, currency }: { effect: VoidEffect; currency: Currency }) => {
  const [label, now, after] = peopleOf(effect);
  return (
    <table className="w-full border-collapse rounded-box bg-sunken text-left text-sm">
      <caption className="sr-only">What voiding would do</caption>
      <thead>
        <tr className="text-ink-soft">
          <td className="px-3 py-2" />
          <th scope="col" className="px-3 py-2 font-normal">
            Now
          </th>
          <th scope="col" className="px-3 py-2 font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-line border-t">
          <th scope="row" className="px-3 py-2 font-normal text-ink-soft">
            Price
          </th>
          <td className="px-3 py-2">
            <OwnMoney amount={effect.priceBefore} currency={currency} />
          </td>
          <td className="px-3 py-2 font-semibold">
            <OwnMoney amount={effect.priceAfter} currency={currency} />
          </td>
        </tr>
        <tr className="border-line border-t">
          <th scope="row" className="px-3 py-2 font-normal text-ink-soft">
            {label}
          </th>
          <td className="px-3 py-2 [overflow-wrap:anywhere]">{now}</td>
          <td className="px-3 py-2 font-semibold [overflow-wrap:anywhere]">{after}</td>
        </tr>
      </tbody>
    </table>
  );
};
