// The user's bank accounts, each with the button that removes it.
import type { BankAccount } from "@jara/shared/rest/withdrawals";
import { useState } from "react";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { useRemoveBankAccount } from "../hooks/use-withdrawals.ts";

export const BankAccountList = ({ accounts }: { accounts: readonly BankAccount[] }) => {
  const [asked, setAsked] = useState<BankAccount | null>(null);
  const remove = useRemoveBankAccount(() => setAsked(null));
  return (
    <>
      <ul className="grid divide-y divide-line rounded-box border border-line">
        {accounts.map((account) => (
          <li key={account._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 pr-2 pl-4">
            <span className="grid min-w-0 flex-1 basis-32 text-sm">
              <span className="font-semibold [overflow-wrap:anywhere]">{account.bankName}</span>
              <span className="tabular">{account.accountNumber}</span>
              <span className="text-ink-soft [overflow-wrap:anywhere]">{account.accountName}</span>
              {!account.isUsable && (
                <Badge tone="amber" className="mt-1 justify-self-start">
                  Usable from {lagosDateTime(account.usableAt)}
                </Badge>
              )}
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove ${account.bankName} ${account.accountNumber}`}
              onClick={() => setAsked(account)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Ask
        open={asked !== null}
        title="Remove this bank account?"
        no="Keep it"
        yes="Remove"
        isDanger
        of={remove}
        failed="It could not be removed."
        onNo={() => setAsked(null)}
        onYes={() => asked && remove.mutate(asked._id)}
      >
        <p>
          <strong>{asked?.bankName}</strong>, <span className="tabular">{asked?.accountNumber}</span>. A withdrawal that
          you already requested to it is still sent.
          {asked && asked.usableAt !== asked.createdAt && " If you add it again later, you wait again."}
        </p>
      </Ask>
    </>
  );
};
