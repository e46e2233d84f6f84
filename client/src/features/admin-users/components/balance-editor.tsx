// Edits one user's balance in its row. It shows a preview before the confirmation, and asks once more before it lowers a
// balance. The typed values stay when the server refuses. When the outcome is unknown, the form can only send the same
// edit again.

import { formatMoney } from "@jara/shared/money";
import { methodWords } from "@jara/shared/payment-methods";
import type { AdminUser, EditMethod } from "@jara/shared/rest/users";
import { isUnknown } from "../../../connection/use-command.ts";
import { cx } from "../../../lib/cx.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/check.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { difference } from "../balance-edit.ts";
import { type BalanceEditorProps, useBalanceForm } from "../hooks/use-balance-form.ts";
import { isSameTransfer, sentenceOf } from "../hooks/use-user-edits.ts";
import { AmountField, ModeField, MoneyFields, ReasonField } from "./balance-fields.tsx";

export const BalanceEditor = (props: BalanceEditorProps) => {
  const form = useBalanceForm(props);
  const { box, action, setAction, typed, setTyped, reason, setReason, error, edit, unknown, submit, cancel } = form;
  const { before, after } = form;
  const { user } = props;
  const isLocked = edit.isPending || unknown;

  return (
    <>
      <form
        noValidate
        aria-label={`Edit balance of ${user.username}`}
        className="grid gap-3"
        onSubmit={submit}
        onKeyDown={(event) => event.key === "Escape" && cancel()}
      >
        <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
          <ModeField action={action} isLocked={isLocked} onChange={setAction} />
          <AmountField ref={box} typed={typed} error={error} isLocked={isLocked} onChange={setTyped} />
          <MoneyFields form={form} isLocked={isLocked} />
          <ReasonField reason={reason} isLocked={isLocked} onChange={setReason} />
          <Outcome before={before} after={after} says={action === "set"} />
          <div className="flex flex-1 basis-full gap-2 lg:mt-6 lg:ml-auto lg:flex-none lg:basis-auto">
            <Button type="submit" pending={edit.isPending} className="flex-1 sm:flex-none">
              {edit.isPending ? "Saving..." : unknown ? "Try again" : "Confirm"}
            </Button>
            <Button variant="secondary" disabled={edit.isPending} onClick={cancel} className="flex-1 sm:flex-none">
              Cancel
            </Button>
          </div>
        </div>
        {edit.isPending && edit.failureCount > 0 && (
          <p role="status" className="text-amber text-sm">
            No answer yet. Sending the same edit again: it cannot be counted twice.
          </p>
        )}
        {edit.isError && <Failure error={edit.error} />}
        {(isSameTransfer(edit.error) || form.isAnother) && (
          <Check
            label="This is another transfer"
            checked={form.isAnother}
            disabled={isLocked}
            onChange={form.setIsAnother}
          />
        )}
      </form>
      <LowerDialog
        user={user}
        before={before}
        after={form.isAsking ? after : null}
        reason={reason}
        paidOut={action === "subtract" ? form.method : null}
        onKeep={form.keep}
        onLower={form.save}
      />
    </>
  );
};

interface LowerDialogProps {
  user: AdminUser;
  before: number;
  /** Null: not asked. */
  after: number | null;
  reason: string;
  /** How the money is paid out; null: it is a correction. */
  paidOut: EditMethod | null;
  onKeep: () => void;
  onLower: () => void;
}

/** The button that lowers the balance is never the first to have the focus, so that Enter alone does not press it. */
const LowerDialog = ({ user, before, after, reason, paidOut, onKeep, onLower }: LowerDialogProps) => (
  <Ask
    open={after !== null}
    title="Lower this balance?"
    no="Keep it"
    yes="Lower the balance"
    isDanger
    onNo={onKeep}
    onYes={onLower}
  >
    {after !== null && (
      <div className="grid gap-2">
        <p>
          {paidOut && "You pay "}
          <strong className="[overflow-wrap:anywhere]">{user.username}</strong> {!paidOut && "loses "}
          <OwnMoney amount={-difference(before, after)} currency="NGN" className="font-bold" />
          {paidOut && ` ${methodWords[paidOut]}${paidOut === "cash" ? ", out of the till" : ""}`}:
        </p>
        <p className="text-lg">
          <OwnMoney amount={before} currency="NGN" /> → <OwnMoney amount={after} currency="NGN" className="font-bold" />
        </p>
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          {reason.trim() ? `Reason: ${reason.trim()}` : "You gave no reason, so the ledger will show none."}
        </p>
      </div>
    )}
  </Ask>
);

const Failure = ({ error }: { error: unknown }) =>
  isUnknown(error) ? (
    <Notice tone="warning" title="We do not know whether this was saved">
      Failed to update balance: {sentenceOf(error)} Try again: it is the same edit and cannot be counted twice.
    </Notice>
  ) : (
    <Notice tone="error">Failed to update balance: {sentenceOf(error)}</Notice>
  );

/** `says`: also shows the difference, when the user did not type it. */
const Outcome = ({ before, after, says }: { before: number; after: number | null; says: boolean }) => (
  <dl className="grid min-w-48 max-w-64 gap-1">
    <dt className="font-semibold text-sm">New balance</dt>
    <dd aria-live="polite" className="flex min-h-11 flex-wrap content-center items-center gap-x-2">
      <OwnMoney amount={before} currency="NGN" className="text-ink-soft" />
      <span aria-hidden className="text-ink-soft">
        →
      </span>
      <span className="sr-only">becomes</span>
      {after === null ? (
        <span className="text-ink-soft">…</span>
      ) : (
        <>
          <OwnMoney amount={after} currency="NGN" className={cx("font-bold", after < 0 && "text-danger")} />
          <span className={cx("basis-full text-sm", after < 0 ? "text-danger" : "text-ink-soft")}>
            {says ? changeWords(before, after) : after < 0 && after < before && "A subtraction cannot go below zero."}
          </span>
        </>
      )}
    </dd>
  </dl>
);

const changeWords = (before: number, after: number): string => {
  const change = difference(before, after);
  if (change === 0) return "No change";
  return `${formatMoney(Math.abs(change), "NGN")} ${change < 0 ? "less" : "more"} than now`;
};
