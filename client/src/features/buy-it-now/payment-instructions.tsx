// How a Buy It Now is paid: how much, until when, and to whom to write. The payment itself happens elsewhere.
import type { BuyItNowAnswer } from "@jara/shared/rest";
import { formatLagosTime } from "@jara/shared/time";
import { Mail, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { readableNumber } from "../../lib/contact.ts";
import { buttonClass } from "../../ui/button.tsx";
import { OtherMoney, OwnMoney } from "../../ui/money.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PaymentClock } from "./payment-clock.tsx";
import { mailLink, type Payment, whatsappLink } from "./payment-message.ts";

interface PaymentInstructionsProps {
  payment: Payment;
  instructions: BuyItNowAnswer["paymentInstructions"];
}

export const PaymentInstructions = ({ payment, instructions }: PaymentInstructionsProps) => {
  const { total, currency } = payment;
  const { deadline, whatsapp, email } = instructions;
  return (
    <dl className="divide-y divide-line border-line border-y">
      <Row name="Amount to pay" action={<CopyButton text={total.toFixed(2)} what="the amount" />}>
        <OwnMoney amount={total} currency={currency} className="font-bold text-lg" />{" "}
        <OtherMoney amount={total} currency={currency} className="text-ink-soft text-sm" />
      </Row>
      <Row name="Payment due by">
        <time dateTime={deadline} className="tabular font-semibold">
          {formatLagosTime(deadline)}
        </time>
        <span className="block text-sm">
          <PaymentClock until={deadline} over="The time is over" /> <span className="text-ink-soft">left to pay</span>
        </span>
      </Row>
      {whatsapp && (
        <Row name="WhatsApp" action={<CopyButton text={whatsapp} what="the WhatsApp number" />}>
          <a
            href={whatsappLink(whatsapp, payment)}
            target="_blank"
            rel="noopener noreferrer"
            className={`${buttonClass("primary", "sm")} tabular mt-1`}
          >
            <MessageCircle aria-hidden className="size-4" />
            {readableNumber(whatsapp)}
          </a>
        </Row>
      )}
      {email && (
        <Row name="E-mail" action={<CopyButton text={email} what="the e-mail address" />}>
          <a href={mailLink(email, payment)} className={`${buttonClass("secondary", "sm")} mt-1 max-w-full break-all`}>
            <Mail aria-hidden className="size-4 shrink-0" />
            {email}
          </a>
        </Row>
      )}
    </dl>
  );
};

const Row = ({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 py-2">
    <dt className="col-span-2 text-ink-soft text-sm">{name}</dt>
    <dd className="min-w-0">{children}</dd>
    {action && <dd>{action}</dd>}
  </div>
);
