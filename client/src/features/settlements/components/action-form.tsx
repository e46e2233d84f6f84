// The parts that the forms of a settlement's actions share: the amount owed, and the list of effects.
import type { Settlement } from "@jara/shared/rest/settlements";
import type { ReactNode } from "react";
import { OwnMoney } from "../../../ui/money.tsx";
import type { DeskAction } from "../desk-actions.ts";
import type { BookedBefore } from "../hooks/use-settlement-action.ts";
import type { BodyOf } from "../queries.ts";
import { fullNameOf } from "../settlement-words.ts";

export interface FormProps<A extends DeskAction> {
  settlement: Settlement;
  isPending: boolean;
  /** The server refused the payment, because its reference was booked before. */
  bookedBefore?: BookedBefore | null;
  /** `about`: another settlement that the call is about. */
  send: (body: BodyOf<A>, about?: Settlement) => void;
  close: () => void;
}

/** An amount, who owes it, and for which lot. */
export const Owed = ({ settlement, amount }: { settlement: Settlement; amount: number }) => {
  const { auction, buyer } = settlement;
  const name = fullNameOf(buyer);
  return (
    <>
      <OwnMoney amount={amount} currency={auction.currency} className="font-bold" /> from{" "}
      <strong className="[overflow-wrap:anywhere]">
        {buyer.username}
        {name && ` (${name})`}
      </strong>{" "}
      for <strong className="[overflow-wrap:anywhere]">{auction.title}</strong>
    </>
  );
};

export const Effects = ({ effects }: { effects: readonly ReactNode[] }) => (
  <ul className="grid list-disc gap-1 pl-5 text-sm">
    {effects.map((effect, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of a question keeps its order
      <li key={place}>{effect}</li>
    ))}
  </ul>
);

export const REASON_NEEDED = "Please say why";
