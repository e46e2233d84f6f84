// The Buy It Now dialog: the confirmation with all consequences; processing, which nothing can close; and success,
// which ends at "Pay" and which only its own buttons close, so that nobody loses the instructions by accident.
import type { Auction } from "@jara/shared/auction";
import { BUY_IT_NOW_PAYMENT_MS } from "@jara/shared/payment-rules";
import type { User } from "@jara/shared/users";
import { useEffect } from "react";
import { useNavigate } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { HeldNote } from "../../../lots/held-note.tsx";
import { PAUSED } from "../../../lots/state-words.ts";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type BuyItNowTerms, obstacleOf, warningOf } from "../buy-it-now-rules.ts";
import type { BuyItNowSteps } from "../hooks/use-buy-it-now.ts";
import type { PurchaseView } from "../hooks/use-buy-it-now-status.ts";
import { AboutMoney } from "./about-money.tsx";
import { PaymentInstructions } from "./payment-instructions.tsx";
import { TermsList } from "./terms-list.tsx";

interface BuyItNowDialogProps {
  steps: BuyItNowSteps;
  auction: Auction;
  terms: BuyItNowTerms;
  /** The user, with the money that is available for this lot as the balance. */
  user: User;
  reason: PurchaseView["reason"];
  /** The user is buying it, perhaps on another device. */
  isBuying: boolean;
  /** The reason why nothing can be bought now (no connection), or null. */
  disabledReason: string | null;
}

const titles = {
  closed: "",
  confirmation: "Buy It Now",
  processing: "Buy It Now",
  success: "It is reserved for you",
} as const;

export const BuyItNowDialog = (props: BuyItNowDialogProps) => {
  const { step, close } = props.steps;
  const isAnswered = props.isBuying && step.name === "confirmation";
  useEffect(() => {
    if (isAnswered) close();
  });
  return (
    <Dialog
      open={step.name !== "closed" && !isAnswered}
      onClose={close}
      closable={step.name === "confirmation"}
      title={titles[step.name]}
    >
      {step.name === "confirmation" && <Confirmation {...props} error={step.error} />}
      {step.name === "processing" && <Processing />}
      {step.name === "success" && <Success {...props} />}
    </Dialog>
  );
};

const HOURS = BUY_IT_NOW_PAYMENT_MS / 3_600_000;

const Confirmation = ({
  steps,
  auction,
  terms,
  user,
  reason,
  disabledReason,
  error,
}: BuyItNowDialogProps & { error: string | null }) => {
  const nowMs = useServerNow(1000);
  const active = auction.status === "active";
  const obstacle = active ? obstacleOf(auction, terms, user, nowMs, reason) : null;
  // The refusal of a lot that somebody else is buying stays true until they have bought it.
  const refusal = active || auction.status === "paused" ? error : null;
  const { currency } = auction;
  const money = (amount: number) => (
    <>
      <OwnMoney amount={amount} currency={currency} className="font-bold" />
      <AboutMoney amount={amount} currency={currency} />
    </>
  );
  return (
    <>
      <p className="line-clamp-2 font-semibold">{auction.title}</p>
      <TermsList terms={terms} currency={currency} />
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          A deposit of {terms.depositPercent}% of the price, {money(terms.deposit)}, is taken from your balance now.
        </li>
        <li>
          You have <strong>{HOURS} hour</strong> to pay the remaining {money(terms.remaining)}: from your balance,
          online or by bank transfer. A transfer may arrive too late. Bidding is paused during this time.
        </li>
        <li>
          If you do not pay in time, {terms.forfeitPercent}% of the price, {money(terms.penalty)}, is kept from the
          deposit, you get the rest of the deposit back, and the auction continues.
        </li>
      </ul>
      {obstacle && <Notice tone="warning">{warningOf(obstacle, auction, terms.required, user.balance, nowMs)}</Notice>}
      {obstacle === "insufficient-balance" && (
        <AddMissing
          needed={terms.required}
          available={user.balance}
          purpose="this purchase"
          onLeave={() => keepAmount({ auctionId: auction._id, use: "buy", typed: "" })}
        />
      )}
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {!active && !refusal && (
        <Notice tone="warning">{auction.status === "paused" ? PAUSED : "This auction is no longer active."}</Notice>
      )}
      {disabledReason && <HeldNote>{disabledReason}</HeldNote>}
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant="secondary" onClick={steps.close}>
          Cancel
        </Button>
        {obstacle !== "insufficient-balance" && (
          <Button disabled={!active || obstacle !== null || disabledReason !== null} onClick={steps.confirm}>
            Confirm Purchase
          </Button>
        )}
      </div>
    </>
  );
};

const Processing = () => (
  <div role="status" className="grid justify-items-center gap-3 py-8 text-center">
    <span aria-hidden className="size-8 animate-spin rounded-full border-4 border-brand border-r-transparent" />
    <p className="font-semibold">Processing your purchase...</p>
    <p className="text-ink-soft text-sm">Please wait. It cannot be counted twice.</p>
  </div>
);

const Success = ({ steps, terms, user }: BuyItNowDialogProps) => {
  const navigate = useNavigate();
  if (steps.step.name !== "success") return null;
  const { auction: bought, paymentInstructions } = steps.step.answer;
  const { _id: auctionId, title, currency } = bought;
  return (
    <>
      <p role="status" className="text-sm">
        <strong>{title}</strong> is yours when you pay the rest in time. Your deposit is taken, and nobody can bid
        meanwhile.
      </p>
      <PaymentInstructions
        payment={{ auctionId, title, currency, total: terms.remaining, username: user.username }}
        instructions={paymentInstructions}
        onPay={() => {
          steps.close();
          void navigate("?pay", { replace: true, preventScrollReset: true });
        }}
      />
      <Button variant="secondary" onClick={steps.close}>
        I Understand - Close
      </Button>
    </>
  );
};
