// Shows the state of an offer that was sent, and what its seller does next.
import type { Offer } from "@jara/shared/rest/offers";
import type { ReactNode } from "react";
import { Link } from "#router";
import { buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

export const OfferState = ({ offer }: { offer: Offer }) => {
  const { status, agreement, lot } = offer;
  if (status === "declined") {
    return (
      <Notice tone="warning" title="We cannot sell this item">
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">{offer.declineReason}</span>
      </Notice>
    );
  }
  if (agreement?.status === "proposed") {
    return (
      <Notice
        tone="warning"
        title="Please read and accept the terms"
        action={<To to={`/agreements/${agreement._id}`}>Read the terms</To>}
      >
        {lot ? "We proposed other terms for your lot." : "The auction does not begin before you do."}
      </Notice>
    );
  }
  if (lot) return <LotState lot={lot} />;
  if (status === "accepted" && agreement) {
    return (
      <Notice
        tone="success"
        title="You accepted the terms"
        action={<To to={`/agreements/${agreement._id}`}>See the agreement</To>}
      >
        We prepare the auction, and tell you when it begins.
      </Notice>
    );
  }
  return <Waiting wroteLast={offer.messages.at(-1)?.by} />;
};

const Waiting = ({ wroteLast }: { wroteLast: "seller" | "staff" | undefined }) =>
  wroteLast === "staff" ? (
    <Notice tone="warning" title="We wrote to you">
      Read our message below. If it asks you something, we go on when you have answered.
    </Notice>
  ) : (
    <Notice tone="success" title="We have your offer">
      Our team looks at it. Our answer, or a question, comes here and by email.
    </Notice>
  );

const LotState = ({ lot }: { lot: NonNullable<Offer["lot"]> }) => {
  const [title, text, isGood] = wordsOf(lot);
  const isPaid = lot.sale === "credited";
  return (
    <Notice
      tone={isGood ? "success" : "warning"}
      title={title}
      action={
        <>
          <To to={`/auction/${lot._id}`}>See the lot</To>
          <To to="/my-sales">My Sales</To>
          {isPaid && <To to="/profile/withdraw">Withdraw to your bank</To>}
        </>
      }
    >
      {text}
    </Notice>
  );
};

const wordsOf = ({ status, sale }: NonNullable<Offer["lot"]>): readonly [string, string, boolean] => {
  if (sale === "credited") return ["You are paid", "The money is on your balance.", true];
  if (sale === "due") return ["The buyer paid", "My Sales says what you get, and when.", true];
  if (sale === "unpaid") return ["Your lot has a buyer", "The buyer has not paid yet. We tell you when they do.", true];
  switch (status) {
    case "draft":
      return ["Your lot is announced", "Everybody can see it. Bidding has not begun.", true];
    case "active":
      return ["Your lot is live", "My Sales shows each bid as it comes.", true];
    case "paused":
      return ["Your lot is paused", "The time that is left stands still. It goes on afterwards.", true];
    case "cancelled":
      return ["The auction was cancelled", "Write to us below if you want to know more.", false];
    default:
      return ["Your lot was not sold", "You pay no commission. Write to us below to agree what comes next.", false];
  }
};

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass("secondary", "sm")}>
    {children}
  </Link>
);
