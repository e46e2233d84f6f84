// Pays all lots of an invoice with one payment. Shown for each invoice on which two lots or more are due.
import { formatMoney } from "@jara/shared/money";
import type { Invoice } from "@jara/shared/rest/invoices";
import type { Win } from "@jara/shared/rest/settlements";
import { numberedTitle } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { amountToTransfer } from "@jara/shared/transfer-words";
import { useQuery } from "@tanstack/react-query";
import { useSite } from "../../../lib/site.ts";
import { allOf } from "../../../lots/all-of.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { BankAccount } from "../../../money/bank-account.tsx";
import { missingFor } from "../../../money/missing.ts";
import { SandboxBadge } from "../../../money/sandbox-badge.tsx";
import { TOP_UP_MAX } from "../../../money/top-up-amount.ts";
import { useAvailable } from "../../../money/use-available.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { dueLots } from "../due-lots.ts";
import { useJointInvoices } from "../hooks/use-joint-invoices.ts";
import { usePayAllFromBalance, usePayAllOnline } from "../hooks/use-pay.ts";
import { invoiceTitle } from "../invoice-title.ts";
import { purchasesQuery } from "../queries.ts";
import { AskToTransfer } from "./ask-to-transfer.tsx";
import { DueParts } from "./due-parts.tsx";
import { InvoicePdf } from "./invoice-list.tsx";
import { OnlinePromise } from "./online-promise.tsx";
import { PayError } from "./pay-error.tsx";
import { PayFromBalance } from "./pay-from-balance.tsx";
import { PendingWay, Way } from "./way.tsx";

export const PayTogether = () => {
  const wins = useQuery(purchasesQuery(1)).data?.purchases ?? [];
  return useJointInvoices().map((invoice) => (
    <TogetherCard key={invoice._id} invoice={invoice} account={accountFor(invoice, wins)} />
  ));
};

type Account = Win["bankAccount"];

/** The account of all lots that are due; null if none has one; undefined if they became due with different ones. */
const accountFor = (invoice: Invoice, wins: readonly Win[]): Account | undefined => {
  const own = dueLots(invoice).map(({ _id }) => wins.find((win) => win._id === _id)?.bankAccount ?? null);
  const [first = null] = own;
  const isFirst = (one: Account) =>
    one?.number === first?.number && one?.bank === first?.bank && one?.name === first?.name;
  return own.every(isFirst) ? first : undefined;
};

const TogetherCard = ({ invoice, account }: { invoice: Invoice; account: Account | undefined }) => {
  const { _id, sale, remaining, remainingNgn, currency, dueAt } = invoice;
  const count = dueLots(invoice).length;
  const titleId = `together-${_id}`;
  const available = useAvailable();
  const isEnough = available === null || missingFor(remainingNgn, available) === 0;
  return (
    <section aria-labelledby={titleId} className="@container rounded-box border border-line bg-surface p-4 md:p-6">
      <DueParts
        due={
          <div className="grid gap-1">
            <h2 id={titleId} className="font-bold text-lg">
              Pay {lotsWords(count)} {sale ? "of one sale" : "of one day"} together
            </h2>
            <h3 className="[overflow-wrap:anywhere]">{invoiceTitle(invoice)}</h3>
            <p className="tabular font-bold text-xl" translate="no">
              {formatMoney(remaining, currency)}
            </p>
            {currency !== "NGN" && (
              <p className="text-ink-soft text-sm">{formatMoney(remainingNgn, "NGN")} at today's rate</p>
            )}
            {dueAt !== null && (
              <p>
                Pay by{" "}
                <time dateTime={dueAt} className="font-semibold sm:whitespace-nowrap">
                  {formatLagosTime(dueAt)}
                </time>
              </p>
            )}
            <DueLots invoice={invoice} />
          </div>
        }
        ways={
          <ul aria-label="Ways to pay all lots" className="grid divide-y divide-line rounded-box border border-line">
            {available === null ? (
              <PendingWay />
            ) : (
              <FromBalance invoice={invoice} count={count} available={available} isEnough={isEnough} />
            )}
            <Online invoice={invoice} count={count} isFirst={!isEnough} />
            {account ? (
              <Way
                title="Bank transfer"
                detail="Transfer all of it to this account with the reference. We book it for all lots when it reaches us."
              >
                <BankAccount
                  account={account}
                  reference={invoice.number}
                  amount={amountToTransfer(invoice)}
                  {...(dueAt !== null && { until: formatLagosTime(dueAt) })}
                />
              </Way>
            ) : account === null ? (
              <AskToTransfer reference={invoice.number} />
            ) : (
              <Way
                title="Bank transfer"
                detail="The lots became due with different accounts. Each lot below names its own."
              />
            )}
          </ul>
        }
        rest={<InvoicePdf invoice={invoice} />}
      />
    </section>
  );
};

interface WayProps {
  readonly invoice: Invoice;
  readonly count: number;
}

const FromBalance = ({ invoice, count, available, isEnough }: WayProps & { available: number; isEnough: boolean }) => (
  <PayFromBalance
    due={invoice}
    available={available}
    isEnough={isEnough}
    purpose={`the payment of ${lotsWords(count)}`}
    returnTo="/purchases"
    button={`Pay ${allOf(count, "lots")}`}
    question={`Pay ${lotsWords(count)} from your balance?`}
    payment={usePayAllFromBalance(invoice, lotsWords(count))}
  >
    <DueLots invoice={invoice} />
  </PayFromBalance>
);

const DueLots = ({ invoice }: { invoice: Invoice }) => (
  <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
    {dueLots(invoice).map(({ _id, lot, auction, remaining }) => (
      <li key={_id} className="flex justify-between gap-4">
        <span className="line-clamp-1 [overflow-wrap:anywhere]">{numberedTitle(auction.title, lot)}</span>
        <OwnMoney amount={remaining} currency={invoice.currency} />
      </li>
    ))}
  </ul>
);

const Online = ({ invoice, count, isFirst }: WayProps & { isFirst: boolean }) => {
  const pay = usePayAllOnline(invoice);
  const site = useSite();
  const { remainingNgn, currency } = invoice;
  const promise = pay.data ?? null;
  if (!site) return null;
  if (site.onlineTopUp === "off") return <Way title="Online" detail="Not available at the moment." />;
  if (remainingNgn > TOP_UP_MAX) {
    return (
      <Way
        title="Online"
        detail={`One payment is at most ${formatMoney(TOP_UP_MAX, "NGN")}. Pay the lots one by one below.`}
      />
    );
  }
  const isLeaving = pay.isPending || (pay.isSuccess && !promise);
  return (
    <Way
      title={
        <>
          Online
          {site.onlineTopUp === "sandbox" && <SandboxBadge className="whitespace-normal!" />}
        </>
      }
      detail="By card or bank, on the payment provider's page. You come back here."
      action={
        promise ? (
          <a href={promise.address} className={buttonClass(isFirst ? "primary" : "secondary")}>
            Go to the payment page
          </a>
        ) : (
          <Button variant={isFirst ? "primary" : "secondary"} pending={isLeaving} onClick={() => pay.pay()}>
            {isLeaving ? "Opening the page…" : `Pay ${allOf(count, "lots")} online`}
          </Button>
        )
      }
    >
      {promise ? (
        <OnlinePromise promise={promise} currency={currency} />
      ) : (
        currency !== "NGN" && (
          <p className="text-ink-soft text-sm">
            After you press the button, the amount in naira stays the same for 15 minutes.
          </p>
        )
      )}
      {pay.isError && <PayError error={pay.error} />}
    </Way>
  );
};
