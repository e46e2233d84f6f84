// The bank account for transfers and the reference that identifies the payment, each with a button that copies it.
import type { Site } from "@jara/shared/rest/site";
import { CopyButton } from "./copy-button.tsx";

interface BankAccountProps {
  account: NonNullable<Site["bankAccount"]>;
  reference: string;
}

export const BankAccount = ({ account, reference }: BankAccountProps) => (
  <dl className="divide-y divide-line rounded-box border border-line">
    <Row label="Bank" value={account.bank} />
    <Row label="Account number" value={account.number} />
    <Row label="Account name" value={account.name} />
    <Row label="Reference: identifies your payment" what="reference" value={reference} />
  </dl>
);

const Row = ({ label, value, what = label.toLowerCase() }: { label: string; value: string; what?: string }) => (
  <div className="grid min-h-13 items-center gap-x-3 py-2 pr-2 pl-4 min-[21rem]:grid-cols-[minmax(0,1fr)_auto]">
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="tabular font-semibold min-[21rem]:col-start-1">{value}</dd>
    <dd className="min-[21rem]:col-start-2 min-[21rem]:row-span-2 min-[21rem]:row-start-1">
      <CopyButton text={value} what={what} />
    </dd>
  </div>
);
