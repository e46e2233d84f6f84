// The three ways to pay what is due: from the balance, online, by bank transfer. The button of a way that works at once
// stands out.
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { amountToTransfer } from "@jara/shared/transfer-words";
import type { ComponentProps } from "react";
import { useLocation } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { useSite } from "../../../lib/site.ts";
import { BankAccount } from "../../../money/bank-account.tsx";
import { missingFor } from "../../../money/missing.ts";
import { SandboxBadge } from "../../../money/sandbox-badge.tsx";
import { TOP_UP_MAX } from "../../../money/top-up-amount.ts";
import { useAvailable } from "../../../money/use-available.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { usePayFromBalance, usePayOnline } from "../hooks/use-pay.ts";
import { isTransferRisky } from "../payment-words.ts";
import { AskToTransfer } from "./ask-to-transfer.tsx";
import { OnlinePromise } from "./online-promise.tsx";
import { PayError } from "./pay-error.tsx";
import { PayFromBalance } from "./pay-from-balance.tsx";
import { PendingWay, Way } from "./way.tsx";

interface PaymentWaysProps {
  win: Win;
  /** The time to pay is over; the server closes it in a moment. */
  isOver: boolean;
}

export const PaymentWays = ({ win, isOver }: PaymentWaysProps) => {
  const available = useAvailable(win.reservedNgn);
  const isEnough = available === null || missingFor(win.remainingNgn, available) === 0;
  return (
    <ul aria-label="Ways to pay" className="grid divide-y divide-line rounded-box border border-line">
      {available === null ? (
        <PendingWay />
      ) : (
        <PayLotFromBalance win={win} available={available} isEnough={isEnough} isOver={isOver} />
      )}
      <PayOnline win={win} isFirst={!isEnough} isOver={isOver} />
      <PayByTransfer win={win} />
    </ul>
  );
};

const PayLotFromBalance = ({
  win,
  ...given
}: PaymentWaysProps & Pick<ComponentProps<typeof PayFromBalance>, "available" | "isEnough">) => {
  const { pathname } = useLocation();
  const { remaining, remainingNgn, auction } = win;
  return (
    <PayFromBalance
      {...given}
      due={{ remaining, remainingNgn, currency: auction.currency }}
      purpose={`the payment of ${auction.title}`}
      returnTo={pathname === "/purchases" ? pathname : `/auction/${auction._id}?pay`}
      button="Pay from balance"
      question="Pay from your balance?"
      payment={usePayFromBalance(win)}
    >
      <p className="line-clamp-2 font-semibold">{auction.title}</p>
    </PayFromBalance>
  );
};

const PayOnline = ({ win, isFirst, isOver }: PaymentWaysProps & { isFirst: boolean }) => {
  const pay = usePayOnline(win);
  const site = useSite();
  if (!site) return <PendingWay />;
  if (site.onlineTopUp === "off") return <Way title="Online" detail="Not available at the moment." />;
  const isSandbox = site.onlineTopUp === "sandbox";
  const promise = pay.data ?? null;
  const isLeaving = pay.isPending || (pay.isSuccess && !promise);
  const atOnce = Math.min(win.remainingNgn, TOP_UP_MAX);
  const detail = isLeaving
    ? "You come back here afterwards."
    : win.remainingNgn > TOP_UP_MAX
      ? `By card or bank. One payment is at most ${formatMoney(TOP_UP_MAX, "NGN")}; pay the rest after it.`
      : "By card or bank, on the payment provider's page. You come back here.";
  return (
    <Way
      title={
        <>
          Online
          {isSandbox && <SandboxBadge className="whitespace-normal!" />}
        </>
      }
      detail={detail}
      action={
        promise ? (
          <a href={promise.address} className={buttonClass(isFirst ? "primary" : "secondary")}>
            Go to the payment page
          </a>
        ) : (
          <Button
            variant={isFirst ? "primary" : "secondary"}
            pending={isLeaving}
            disabled={isOver}
            onClick={() => pay.pay()}
          >
            {isLeaving
              ? "Opening the page…"
              : atOnce < win.remainingNgn
                ? `Pay ${formatMoney(atOnce, "NGN")} online`
                : "Pay online"}
          </Button>
        )
      }
    >
      {promise ? (
        <OnlinePromise promise={promise} currency={win.auction.currency} />
      ) : (
        win.auction.currency !== "NGN" && (
          <p className="text-ink-soft text-sm">
            {win.heldRate
              ? `Your rate of ${formatMoney(win.heldRate.usdToNgn, "NGN")} for $1 holds until ${formatLagosTime(win.heldRate.until)}.`
              : "After you press the button, the amount in naira stays the same for 15 minutes."}
          </p>
        )
      )}
      {pay.isError && <PayError error={pay.error} />}
    </Way>
  );
};

const PayByTransfer = ({ win }: { win: Win }) => {
  const isRisky = isTransferRisky(win, useServerNow(60_000));
  if (!win.bankAccount) return <AskToTransfer reference={win.reference} />;
  return (
    <li>
      <details>
        <summary className="min-h-11 cursor-pointer p-3">
          <span className="font-semibold">Bank transfer</span>
          <span className={cx("block text-sm", isRisky ? "text-amber" : "text-ink-soft")}>
            We confirm it when the money reaches us.
            {isRisky &&
              ` It may arrive too late, and then you lose ${formatMoney(win.penalty, win.auction.currency)}: pay from your balance or online instead.`}
          </span>
        </summary>
        <div className="grid gap-2 p-3 pt-0">
          <p className="text-sm">Name the reference. This page says so once we have the money.</p>
          {win.auction.currency !== "NGN" && (
            <p className="text-ink-soft text-sm">
              This is {formatMoney(win.remaining, win.auction.currency)} at the rate of now. A transfer counts at the
              rate of the moment when it arrives, so a small rest may stay to pay.
            </p>
          )}
          <BankAccount
            account={win.bankAccount}
            reference={win.reference}
            amount={amountToTransfer({ ...win, currency: win.auction.currency })}
            until={formatLagosTime(win.dueAt)}
          />
        </div>
      </details>
    </li>
  );
};
