// Shown after the return from the payment page: the state of the payment until it is settled. It never claims anything that
// it does not know. The caller says what the money was for.
import { formatMoney } from "@jara/shared/money";
import type { TopUpStatus } from "@jara/shared/rest/top-ups";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useSearchParams } from "#router";
import { messageOf } from "../lib/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Reference } from "./reference.tsx";
import { useIsLate } from "./use-is-late.ts";
import { useTopUpStatus } from "./use-top-up.ts";

interface PaymentReturnProps {
  reference: string;
  /** Says where the money of a successful payment went. */
  paidWords: (payment: TopUpStatus) => ReactNode;
  /** These words follow "You can try again" and name the place. */
  againWhere: string;
  /** Called with the status when the payment is settled, and with null when it is unknown or the payer cancelled it. */
  onSettled: (payment: TopUpStatus | null) => void;
  onDismiss: () => void;
  /** The page says elsewhere that this is paid, so that a payment which was received in full is not said again. */
  isPaidElsewhere?: boolean;
}

export const PaymentReturn = (props: PaymentReturnProps) => {
  const { reference, onSettled, isPaidElsewhere = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const payment = useTopUpStatus(reference);
  const { data, settled, unknown } = payment;
  // The caller removes it from the address.
  const [params] = useSearchParams();
  const [isCancelled] = useState(params.has("cancelled"));
  useInView(place, data?.status ?? (unknown ? "unknown" : "pending"));
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    if (unknown || (isCancelled && data && !settled)) latest.current(null);
    else if (settled && data) latest.current(data);
  }, [settled, unknown, isCancelled, data]);
  if (isPaidElsewhere && data?.status === "paid" && !data.surplus) return null;
  return (
    <div ref={place} className="scroll-my-20">
      <ReturnState {...props} payment={payment} isCancelled={isCancelled} />
    </div>
  );
};

/** Comes into view with each outcome, because the payer returns to wherever the page was scrolled to. */
const useInView = (place: RefObject<HTMLElement | null>, outcome: string) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome is to be seen too
  useEffect(() => {
    // After the page has restored its own position.
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [place, outcome]);
};

interface ReturnStateProps extends PaymentReturnProps {
  payment: ReturnType<typeof useTopUpStatus>;
  isCancelled: boolean;
}

const ReturnState = ({ reference, paidWords, againWhere, onDismiss, payment, isCancelled }: ReturnStateProps) => {
  const { data, error, isFetching, unknown, refetch } = payment;
  const isLate = useIsLate();
  const dismiss = (
    <Button variant="secondary" size="sm" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  const checkAgain = (
    <Button variant="secondary" size="sm" pending={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  );

  if (data?.status === "paid") {
    return (
      <Notice tone="success" title="Payment received" action={dismiss}>
        {paidWords(data)}
      </Notice>
    );
  }
  if (data?.status === "failed") {
    return (
      <Notice tone="error" title="Payment failed" action={dismiss}>
        The payment of {formatMoney(data.amount, "NGN")} did not go through, and your balance is unchanged. You can try
        again {againWhere}.
      </Notice>
    );
  }
  if (unknown) {
    return (
      <Notice tone="error" title="Payment not found" action={dismiss}>
        You have no payment with the reference <Reference>{reference}</Reference>.
      </Notice>
    );
  }
  if (data && isCancelled) {
    return (
      <Notice title="You did not pay" action={dismiss}>
        You cancelled the payment of {formatMoney(data.amount, "NGN")}. Nothing was taken, and you can pay again{" "}
        {againWhere}.
      </Notice>
    );
  }
  if (error) {
    return (
      <Notice tone="warning" title="We could not check your payment yet" action={checkAgain}>
        {messageOf(error, "No answer came.")} We keep trying; nothing is lost.
      </Notice>
    );
  }
  if (data && isLate) {
    return (
      <Notice tone="warning" title="No payment has come yet" action={checkAgain}>
        If you cancelled it, nothing was taken, and you can try again {againWhere}. If you paid{" "}
        {formatMoney(data.amount, "NGN")}, the money counts as soon as the payment is confirmed. We keep checking; you
        can leave this page.
      </Notice>
    );
  }
  return (
    <Notice title="Checking your payment…" action={<Spinner />}>
      This takes a few seconds.
    </Notice>
  );
};

const Spinner = () => (
  <span aria-hidden className="size-5 animate-spin rounded-full border-2 border-brand border-r-transparent" />
);
