// The bank account for transfers with the reference that identifies the payment and, for what is owed, the amount and the
// time. Each text that a payer types elsewhere has a button that copies it.
import { type Transfer, transferFacts } from "@jara/shared/transfer-words";
import { CopyButton } from "./copy-button.tsx";

const notCopied: ReadonlySet<string> = new Set(["Amount", "Pay before"]);
const hints: Readonly<Record<string, string>> = { Reference: "Reference: identifies your payment" };

export const BankAccount = (transfer: Transfer) => (
  <dl className="@container divide-y divide-line rounded-box border border-line">
    {transferFacts(transfer).map(([name, value]) => (
      <div
        key={name}
        className="grid min-h-13 items-center gap-x-3 py-2 pr-2 pl-4 @min-[17rem]:grid-cols-[minmax(0,1fr)_auto]"
      >
        <dt className="text-ink-soft text-sm">{hints[name] ?? name}</dt>
        <dd className="tabular font-semibold @min-[17rem]:col-start-1">{value}</dd>
        {!notCopied.has(name) && (
          <dd className="@min-[17rem]:col-start-2 @min-[17rem]:row-span-2 @min-[17rem]:row-start-1">
            <CopyButton text={value} what={name.toLowerCase()} />
          </dd>
        )}
      </div>
    ))}
  </dl>
);
