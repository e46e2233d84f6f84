// Adds the money that is missing for something on this page: online with the amount filled in, or by bank transfer.
import { formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { messageOf } from "../lib/api.ts";
import { useSite } from "../lib/site.ts";
import { useSession } from "../store/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { BankAccount } from "./bank-account.tsx";
import { PayInContact } from "./pay-in-contact.tsx";
import { SandboxBadge } from "./sandbox-badge.tsx";
import { topUpError } from "./top-up-amount.ts";
import { TopUpInput } from "./top-up-input.tsx";
import { useStartTopUp } from "./use-top-up.ts";

interface TopUpDialogProps {
  /** In naira. */
  amount: number;
  purpose: string;
  returnTo: string;
  onLeave?: (() => void) | undefined;
  onClose: () => void;
}

export const TopUpDialog = (props: TopUpDialogProps) => {
  const site = useSite();
  const user = useSession((session) => session.user);
  // Outside the page's form, so that Enter in the amount does not submit that form too.
  return createPortal(
    <Dialog open title="Add money" onClose={props.onClose}>
      {!site || !user ? (
        <Skeleton className="h-48" />
      ) : (
        <>
          {site.onlineTopUp !== "off" && <Online {...props} isSandbox={site.onlineTopUp === "sandbox"} />}
          {site.bankAccount && (
            <details open={site.onlineTopUp === "off"} className="border-line border-t pt-2">
              <summary className="min-h-11 cursor-pointer content-center font-semibold">Bank transfer</summary>
              <div className="grid gap-2">
                <BankAccount account={site.bankAccount} reference={user.username} />
                <p className="text-sm">
                  We add the money when the transfer arrives, and this page shows it by itself. Until then nothing is
                  reserved for you.
                </p>
              </div>
            </details>
          )}
          {site.onlineTopUp === "off" && !site.bankAccount && (
            <PayInContact contact={site.contact} username={user.username} />
          )}
        </>
      )}
    </Dialog>,
    document.body,
  );
};

const Online = ({ amount, purpose, returnTo, onLeave, isSandbox }: TopUpDialogProps & { isSandbox: boolean }) => {
  const [typed, setTyped] = useState(writtenAmount(amount));
  const [error, setError] = useState<string | null>(null);
  const start = useStartTopUp(returnTo);
  const parsed = readPositive(typed);
  const isLeaving = start.isPending || start.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React would pass it on to the form of the bid, which is around the dialog.
    event.stopPropagation();
    const wrong = topUpError(typed);
    setError(wrong);
    if (wrong || parsed === null || isLeaving) return;
    onLeave?.();
    start.mutate(parsed);
  };

  return (
    <form noValidate aria-label="Pay online" className="grid gap-4" onSubmit={submit}>
      {isSandbox && <SandboxBadge className="justify-self-start" />}
      <Field
        label="Amount (₦)"
        error={error}
        hint={
          parsed !== null && parsed < amount
            ? `${formatMoney(amount, "NGN")} is missing for ${purpose}.`
            : purposeOf(purpose)
        }
      >
        <TopUpInput
          typed={typed}
          onType={(text) => {
            setTyped(text);
            setError(null);
          }}
        />
      </Field>
      {start.isError && <Notice tone="error">{messageOf(start.error, "Failed to start the payment")}</Notice>}
      <Button type="submit" size="lg" pending={isLeaving}>
        {isLeaving ? "Opening the payment page…" : `Pay ${parsed === null ? "online" : formatMoney(parsed, "NGN")}`}
      </Button>
      <p className="text-ink-soft text-sm">
        You pay on the payment provider's own page and come back here. The money is yours: it stays in your balance if
        you do not use it.
      </p>
    </form>
  );
};

const purposeOf = (purpose: string): string => `This amount is missing for ${purpose}.`;
