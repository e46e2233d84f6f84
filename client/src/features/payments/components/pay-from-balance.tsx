// Pays what is due from the balance, after one more question with the amounts. Where the balance is too low, the button
// adds what is missing and comes back.
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { useLocation } from "#router";
import { AddMissing } from "../../../money/add-missing.tsx";
import { AmountRow } from "../../../ui/amount-row.tsx";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { usePayFromBalance } from "../hooks/use-pay.ts";
import { PayError } from "./pay-error.tsx";
import { Way } from "./way.tsx";

interface PayFromBalanceProps {
  win: Win;
  /** In naira: what can be used for this payment. */
  available: number;
  isEnough: boolean;
  isOver: boolean;
}

export const PayFromBalance = ({ win, available, isEnough, isOver }: PayFromBalanceProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const { pathname } = useLocation();
  const pay = usePayFromBalance(win);
  const naira = (amount: number) => formatMoney(amount, "NGN");
  if (!isEnough) {
    const returnTo = `/auction/${win.auction._id}?pay`;
    return (
      <li className="grid gap-2 p-3">
        <h4 className="font-semibold">From your balance</h4>
        <AddMissing
          needed={win.remainingNgn}
          available={available}
          purpose={`the payment of ${win.auction.title}`}
          returnTo={pathname === "/purchases" ? pathname : returnTo}
          size="md"
          variant="secondary"
        />
      </li>
    );
  }
  return (
    <Way
      title="From your balance"
      detail={
        <>
          You have <b className="tabular whitespace-nowrap text-ink">{naira(available)}</b>
        </>
      }
      action={
        <Button aria-haspopup="dialog" disabled={isOver} onClick={() => setIsAsking(true)}>
          Pay from balance
        </Button>
      }
    >
      <Ask
        open={isAsking}
        title="Pay from your balance?"
        no="Not yet"
        yes={pay.isPending ? "Paying…" : `Pay ${naira(win.remainingNgn)}`}
        isPending={pay.isPending}
        isDisabled={isOver}
        problem={pay.isError && <PayError error={pay.error} />}
        onNo={() => setIsAsking(false)}
        onYes={() => pay.pay()}
      >
        <p className="line-clamp-2 font-semibold">{win.auction.title}</p>
        <dl className="grid gap-1 text-sm">
          <AmountRow name="You pay now" amount={naira(win.remainingNgn)} strong />
          {win.auction.currency !== "NGN" && (
            <AmountRow name="At today's rate for" amount={formatMoney(win.remaining, win.auction.currency)} />
          )}
          <AmountRow name="Balance now" amount={naira(available)} />
          <AmountRow
            name="Balance afterwards"
            amount={naira(toMajor(toMinor(available) - toMinor(win.remainingNgn)))}
          />
        </dl>
      </Ask>
    </Way>
  );
};
