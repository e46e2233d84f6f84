// The bank account for transfers with the reference that identifies the payment and, for what is owed, the amount and the
// time. Each text that a payer types elsewhere has a button that copies it.
import { type Transfer, transferFacts } from "@jara/shared/transfer-words";
import { CopyButton } from "./copy-button.tsx";
import { Reference } from "./reference.tsx";

const notCopied: ReadonlySet<string> = new Set(["Amount", "Pay before"]);
const hints: Readonly<Record<string, string>> = { Reference: "Reference: identifies your payment" };

export const BankAccount = (transfer: Transfer) => (
  <dl className="divide-y divide-line rounded-box border border-line">
    {transferFacts(transfer).map(([name, value]) => (
      <div key={name} className="flex min-h-13 flex-wrap items-center gap-x-3 py-2 pr-2 pl-4">
        <dt className="basis-full text-ink-soft text-sm">{hints[name] ?? name}</dt>
        <dd className="tabular grow font-semibold">{name === "Reference" ? <Reference>{value}</Reference> : value}</dd>
        {!notCopied.has(name) && (
          <dd>
            <CopyButton text={value} what={name.toLowerCase()} />
          </dd>
        )}
      </div>
    ))}
  </dl>
);
