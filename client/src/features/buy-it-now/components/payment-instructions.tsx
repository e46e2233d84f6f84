// Shows the rest of a Buy It Now price, its deadline and the contacts of the site. The payment card shows the ways to
// pay.
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { formatLagosTime } from "@jara/shared/time";
import { Mail, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { readableNumber } from "../../../lib/contact.ts";
import { CopyButton } from "../../../money/copy-button.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import { mailLink, type Payment, whatsappLink } from "../payment-message.ts";
import { PaymentClock } from "./payment-clock.tsx";

interface PaymentInstructionsProps {
  payment: Payment;
  instructions: BuyItNowAnswer["paymentInstructions"];
}

export const PaymentInstructions = ({ payment, instructions }: PaymentInstructionsProps) => {
  const { total, currency } = payment;
  const { deadline, whatsapp, email } = instructions;
  return (
    <div className="grid gap-3">
      <dl className="divide-y divide-line border-line border-y">
        <Row name="Remaining to pay" action={<CopyButton text={total.toFixed(2)} what="the amount" />}>
          <OwnMoney amount={total} currency={currency} className="font-bold text-lg" />{" "}
          <OtherMoney amount={total} currency={currency} className="text-ink-soft text-sm" />
        </Row>
        <Row name="Payment due by">
          <time dateTime={deadline} className="tabular mr-2 inline-block whitespace-nowrap font-semibold">
            {formatLagosTime(deadline)}
          </time>
          <PaymentClock until={deadline} over="The deadline has passed" />
          <span className="text-ink-soft"> left</span>
        </Row>
        {whatsapp && (
          <Row name="WhatsApp" action={<CopyButton text={whatsapp} what="the WhatsApp number" />}>
            <span className="tabular font-semibold text-sm">{readableNumber(whatsapp)}</span>
          </Row>
        )}
        {email && (
          <Row name="Email" action={<CopyButton text={email} what="the email address" />}>
            <span className="font-semibold text-sm">{email}</span>
          </Row>
        )}
      </dl>
      <div className="grid gap-2">
        {whatsapp && (
          <a
            href={whatsappLink(whatsapp, payment)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("secondary")}
          >
            <MessageCircle aria-hidden className="size-5 text-brand" />
            Write on WhatsApp
          </a>
        )}
        {email && (
          <a href={mailLink(email, payment)} className={buttonClass("secondary")}>
            <Mail aria-hidden className="size-5 text-brand" />
            Write an email
          </a>
        )}
      </div>
    </div>
  );
};

const Row = ({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-2">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="col-start-1">{children}</dd>
    {action && <dd className="col-start-2 row-span-2 row-start-1">{action}</dd>}
  </div>
);
