// The payment card on a lot's page, where `?pay` leads; and the outcome of the online payment from which the payer
// comes back (`?payment=`).
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "#router";
import { PaymentCard } from "../../features/payments/components/payment-card.tsx";
import { ReturnedPayment as Returned } from "../../features/payments/components/returned-payment.tsx";
import { WIN } from "../../features/payments/queries.ts";
import { useSession } from "../../store/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Lot } from "./use-lot.ts";

interface LotPaymentProps {
  lot: Lot;
  /** The page shows the outcome of a payment above the card, and brings that into view until the lot is paid. */
  isBack: boolean;
}

export const LotPayment = ({ lot: { auction, owed }, isBack }: LotPaymentProps) => {
  const [params] = useSearchParams();
  const isAsked = params.has("pay") || params.has("payment");
  const place = useRef<HTMLDivElement>(null);
  const status = owed.win?.status;
  // The card of a paid lot says that the payment came.
  const isFirst = status !== undefined && (!isBack || status === "paid");
  const isUsed = useRef(false);
  useEffect(() => {
    const card = place.current;
    const note = ({ target }: FocusEvent) => {
      if (target !== card) isUsed.current = true;
    };
    card?.addEventListener("focusin", note);
    return () => card?.removeEventListener("focusin", note);
  }, []);
  // A payment makes the panel shorter, because the form goes, and a sale moves it up. Its text could then be above the
  // window. The page stays where it is if the person did not use the form, or if the panel's top is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lot's status moves the panel
  useEffect(() => {
    const panel = place.current?.closest("aside");
    if (status === "paid" && isUsed.current && panel && isAboveWindow(panel)) panel.scrollIntoView({ block: "start" });
  }, [status, auction.status]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the status of that moment
  useEffect(() => {
    if (!isAsked || !isFirst) return;
    const card = place.current;
    // The panel of a paid lot says above the card what came of the payment.
    (status === "paid" ? card?.closest("aside") : card)?.scrollIntoView({ block: "start" });
    // The dialog that led here has closed, and the button that had the focus is gone.
    if (document.activeElement === document.body) card?.focus({ preventScroll: true });
  }, [isAsked, isFirst]);
  return (
    <div ref={place} id="pay" tabIndex={-1} className="scroll-mt-14 p-4 outline-none">
      {/* The page scrolls to the card, past its own title, so the card shows it again. */}
      <p dir="auto" className="mb-2 truncate text-ink-soft text-sm">
        {auction.title}
      </p>
      <Loaded
        query={{ data: owed.win, error: owed.failed, refetch: owed.retry }}
        failed="We could not load the amount to pay."
      >
        {(win) => <PaymentCard win={win} />}
      </Loaded>
    </div>
  );
};

/** True if the element's top is above the window or under the page's header, whose height is the scroll margin. */
const isAboveWindow = (element: HTMLElement): boolean =>
  element.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(element).scrollMarginTop || "0");

/** Mails lead to `?pay`, and the payment service to `?payment=`, perhaps in a browser where the person is not logged in. */
export const LogInToPay = ({ auctionId }: { auctionId: string }) => {
  const [params] = useSearchParams();
  const status = useSession((session) => session.status);
  const hasPaid = params.has("payment");
  if (status !== "anonymous" || !(hasPaid || params.has("pay"))) return null;
  const next = encodeURIComponent(`/auction/${auctionId}?${params}`);
  return (
    <Notice
      title={hasPaid ? "Log in to see your payment" : "Log in to pay"}
      action={
        <Link to={`/login?next=${next}`} className={buttonClass("primary")}>
          Log in
        </Link>
      }
    >
      We show what is due to the person who won or bought this lot.
    </Notice>
  );
};

export const ReturnedPayment = ({ lot: { auction, owed } }: { lot: Lot }) => {
  const status = useSession((session) => session.status);
  if (status === "anonymous") return null;
  return (
    <div className="p-4 empty:hidden">
      <Returned
        paidFor="this lot"
        queryKeys={[[WIN, auction._id]]}
        leadsToCard
        isPaidElsewhere={owed.win?.status === "paid"}
      />
    </div>
  );
};
