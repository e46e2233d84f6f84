// Asks once more about an amount, in figures, in words and in the other currency, before it is sent.
import { amountInWords } from "@jara/shared/amount-in-words";
import { formatMoney } from "@jara/shared/money";
import type { ReactNode } from "react";
import { serverNow } from "../connection/connection.ts";
import { OtherMoney, OwnMoney } from "../ui/money.tsx";
import { LiveAsk } from "./live-ask.tsx";
import { BINDING, buyingWords } from "./second-look.ts";
import { type PremiumLot, WholePrice } from "./whole-price.tsx";

interface ConfirmAmountProps {
  /** Null while the form asks nothing. */
  amount: number | null;
  lot: PremiumLot & Parameters<typeof buyingWords>[1];
  /** The name of the amount, in the sum with the buyer's premium. */
  what?: "bid" | "maximum";
  title?: string;
  no?: string;
  /** The act that the button confirms. Null: the amount is of no use any more. */
  yes: "bid" | "set" | null;
  /** The part of the balance that the amount holds. */
  held?: ReactNode;
  onConfirm: () => void;
  onDismiss: () => void;
  /** Says what the amount means here. */
  children: ReactNode;
}

export const ConfirmAmount = ({
  amount,
  lot,
  what = "bid",
  title = "Is this amount right?",
  no = "Change amount",
  yes,
  held,
  onConfirm,
  onDismiss,
  children,
}: ConfirmAmountProps) => (
  <LiveAsk
    open={amount !== null}
    title={title}
    no={no}
    yes={yes && `Yes, ${yes} ${formatMoney(amount ?? 0, lot.currency)}`}
    onNo={onDismiss}
    onYes={onConfirm}
  >
    {amount !== null && (
      <>
        <div className="grid gap-1">
          <OwnMoney amount={amount} currency={lot.currency} className="font-bold text-xl" />
          <p className="first-letter:uppercase">{amountInWords(amount, lot.currency)}</p>
          <OtherMoney amount={amount} currency={lot.currency} className="text-ink-soft text-sm" />
        </div>
        <WholePrice amount={amount} lot={lot} what={what} className="font-semibold text-sm" />
        <p className="font-semibold text-amber text-sm empty:hidden">{buyingWords(amount, lot, serverNow())}</p>
        <p className="text-sm">
          {children} {yes !== null && BINDING}
        </p>
        <p className="text-sm empty:hidden">{yes !== null && held}</p>
      </>
    )}
  </LiveAsk>
);
