// The Buy It Now dialog: the confirmation with all consequences; processing, which nothing can close; and success,
// which only its own button closes, so that nobody loses the payment instructions by accident.
import type { Auction } from "@jara/shared/auction";
import { BUY_IT_NOW_PAYMENT_MS, FORFEIT_PERCENT } from "@jara/shared/bidding-rules";
import { formatMoney } from "@jara/shared/money";
import type { User } from "@jara/shared/users";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type BuyItNowTerms, obstacleOf, warningOf } from "../buy-it-now-rules.ts";
import type { BuyItNowSteps } from "../hooks/use-buy-it-now.ts";
import type { PurchaseView } from "../hooks/use-buy-it-now-status.ts";
import { PaymentInstructions } from "./payment-instructions.tsx";
import { TermsList } from "./terms-list.tsx";

interface BuyItNowDialogProps {
  steps: BuyItNowSteps;
  auction: Auction;
  terms: BuyItNowTerms;
  user: User;
  reason: PurchaseView["reason"];
  /** Why nothing can be bought now (no connection), or null. */
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
  return (
    <Dialog
      open={step.name !== "closed"}
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
  return (
    <>
      <p className="line-clamp-2 font-semibold">{auction.title}</p>
      <TermsList terms={terms} currency={auction.currency} />
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          You have <strong>{HOURS} hour</strong> to pay the total, by WhatsApp or email. The instructions come next.
        </li>
        <li>Bidding is paused meanwhile. Nothing is taken from your balance now.</li>
        <li>
          If you do not pay in time, <strong>{FORFEIT_PERCENT}% of the price</strong> (
          {formatMoney(terms.penalty, "NGN")}) is deducted from your balance and the auction goes on.
        </li>
      </ul>
      {obstacle && <Notice tone="warning">{warningOf(obstacle, auction, terms.required, user.balance, nowMs)}</Notice>}
      {error && <Notice tone="error">{error}</Notice>}
      {!active && !error && <Notice tone="warning">This auction is no longer active.</Notice>}
      {disabledReason && (
        <p role="status" className="text-amber text-sm">
          {disabledReason}
        </p>
      )}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button variant="secondary" onClick={steps.close}>
          Cancel
        </Button>
        <Button disabled={!active || obstacle !== null || disabledReason !== null} onClick={steps.confirm}>
          Confirm Purchase
        </Button>
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

const Success = ({ steps, auction, user }: BuyItNowDialogProps) => {
  if (steps.step.name !== "success") return null;
  const { auction: bought, paymentInstructions } = steps.step.answer;
  const { _id: auctionId, title, currency, totalAmount: total } = bought;
  return (
    <>
      <p role="status" className="text-sm">
        The auction of <strong>{auction.title}</strong> is paused for you. Pay now, by WhatsApp or email:
      </p>
      <PaymentInstructions
        payment={{ auctionId, title, currency, total, username: user.username }}
        instructions={paymentInstructions}
      />
      <p className="text-ink-soft text-sm">These instructions stay on the auction's page until you have paid.</p>
      <Button onClick={steps.close}>I Understand - Close</Button>
    </>
  );
};
