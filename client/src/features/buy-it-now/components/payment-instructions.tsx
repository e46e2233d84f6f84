// These instructions say what a buyer does now: the rest of the price with its deadline, one button that leads to the
// ways to pay, and folded below it how to reach the team.

import { formatMoney } from "@jara/shared/money";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { formatLagosTime } from "@jara/shared/time";
import { readableNumber } from "../../../lib/contact.ts";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { mailLink, type Payment, whatsappLink } from "../payment-message.ts";
import { AboutMoney } from "./about-money.tsx";
import { PaymentClock } from "./payment-clock.tsx";

interface PaymentInstructionsProps {
  payment: Payment;
  instructions: BuyItNowAnswer["paymentInstructions"];
  onPay: () => void;
}

export const PaymentInstructions = ({ payment, instructions, onPay }: PaymentInstructionsProps) => {
  const { total, currency } = payment;
  const { deadline, whatsapp, email } = instructions;
  return (
    <>
      <div className="grid gap-1">
        <p className="text-ink-soft text-sm">Remaining to pay</p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <OwnMoney amount={total} currency={currency} className="font-bold text-xl" />
          <AboutMoney amount={total} currency={currency} className="text-ink-soft text-sm" />
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm">
          <span>
            Pay by{" "}
            <time dateTime={deadline} className="tabular whitespace-nowrap font-semibold">
              {formatLagosTime(deadline)}
            </time>
          </span>
          <span className="text-amber">
            <PaymentClock until={deadline} over="The deadline has passed" /> left
          </span>
        </p>
      </div>
      <Button size="lg" onClick={onPay}>
        Pay {formatMoney(total, currency)} now
      </Button>
      <details className="text-sm">
        <summary className="min-h-11 w-fit content-center font-semibold text-ink-soft hover:text-ink">
          Questions? Write to us
        </summary>
        <ul className="grid gap-1">
          {whatsapp && (
            <li className="flex flex-wrap items-center gap-x-3">
              <a
                href={whatsappLink(whatsapp, payment)}
                target="_blank"
                rel="noopener noreferrer"
                className={textLinkClass}
              >
                Write on WhatsApp
              </a>
              <span className="tabular">{readableNumber(whatsapp)}</span>
            </li>
          )}
          {email && (
            <li className="flex flex-wrap items-center gap-x-3">
              <a href={mailLink(email, payment)} className={textLinkClass}>
                Write an email
              </a>
              <span>{email}</span>
            </li>
          )}
        </ul>
      </details>
    </>
  );
};
