// Edits one user's balance in its row. It shows a preview before the confirmation, and asks once more before it lowers a
// balance. The typed values stay when the server refuses. When the outcome is unknown, the form can only send the same
// edit again.
import { formatMoney } from "@jara/shared/money";
import { BANK_REFERENCE_MAX } from "@jara/shared/rest/common";
import {
  type AdminUser,
  BALANCE_REASON_MAX,
  type BalanceAction,
  balanceActions,
  type EditMethod,
  editMethods,
} from "@jara/shared/rest/users";
import { invalidAmount, readAmount } from "@jara/shared/typed-amount";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { isUnknown } from "../../../connection/idempotency-key.ts";
import { cx } from "../../../lib/cx.ts";
import { sayWaiting } from "../../../lib/second-person.ts";
import { toast } from "../../../store/toast.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/check.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actionLabels, balanceAfter, difference, editMethodWords, INVALID_AMOUNT, lowers } from "../balance-edit.ts";
import { balanceByNow, isSameTransfer, sentenceOf, useEditBalance } from "../hooks/use-user-edits.ts";

interface BalanceEditorProps {
  user: AdminUser;
  onClose: () => void;
  onSaved: (user: AdminUser) => void;
}

/** The state of the form, and what its buttons do. */
const useBalanceForm = ({ user, onClose, onSaved }: BalanceEditorProps) => {
  const [action, setAction] = useState<BalanceAction>("add");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [method, setMethod] = useState<EditMethod | null>(null);
  const [reference, setReference] = useState("");
  const [isAnother, setIsAnother] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const edit = useEditBalance(
    user._id,
    (saved) => {
      toast.success(`Balance of ${saved.username}: ${formatMoney(saved.balance, "NGN")}`);
      onSaved(saved);
      onClose();
    },
    () => {
      sayWaiting();
      onClose();
    },
  );
  const amount = readAmount(typed);
  // The list may not show yet what the server has just said.
  const before = balanceByNow(edit.error) ?? user.balance;
  const after = amount === null ? null : balanceAfter(before, action, amount);
  const unknown = edit.isError && isUnknown(edit.error);

  useEffect(() => box.current?.focus(), []);

  const change = (run: () => void) => {
    run();
    setError(null);
    edit.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isPending) return;
    setError(amount === null ? invalidAmount(INVALID_AMOUNT, typed) : null);
    if (amount === null || after === null) box.current?.focus();
    // An edit whose outcome is unknown was confirmed before.
    else if (lowers(before, action, after) && !unknown) setIsAsking(true);
    else save();
  };
  const save = () => {
    setIsAsking(false);
    if (amount === null) return;
    const money = { method, reference: reference.trim(), isAnother };
    // A request whose outcome is unknown is sent again as it was.
    edit.mutate(
      unknown && edit.variables ? edit.variables : { action, amount, reason: reason.trim(), seen: before, ...money },
    );
  };
  const cancel = () => {
    if (edit.isPending) return;
    if (unknown) {
      toast.warning(`It is not known whether the balance of ${user.username} was changed. Look at the ledger first.`, {
        duration: 12_000,
      });
    }
    onClose();
  };

  return {
    ...{ box, action, typed, reason, error, edit, before, after, unknown, isAsking, submit, save, cancel },
    ...{ method, reference, isAnother, setIsAnother },
    keep: () => setIsAsking(false),
    setMethod: (chosen: EditMethod | null) => change(() => setMethod(chosen)),
    setReference: (text: string) =>
      change(() => {
        setReference(text);
        setIsAnother(false);
      }),
    setReason: (text: string) => change(() => setReason(text)),
    setAction: (chosen: BalanceAction) => change(() => setAction(chosen)),
    setTyped: (text: string) => change(() => setTyped(text)),
  };
};

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
        onKeep={form.keep}
        onLower={form.save}
      />
    </>
  );
};

interface ModeFieldProps {
  action: BalanceAction;
  isLocked: boolean;
  onChange: (action: BalanceAction) => void;
}

const ModeField = ({ action, isLocked, onChange }: ModeFieldProps) => (
  <Field label="Mode" className="w-32">
    {(control) => (
      <Select
        {...control}
        disabled={isLocked}
        value={action}
        onChange={({ target }) => onChange(target.value as BalanceAction)}
      >
        {balanceActions.map((name) => (
          <option key={name} value={name}>
            {actionLabels[name]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

interface AmountFieldProps {
  ref: Ref<HTMLInputElement>;
  typed: string;
  error: string | null;
  isLocked: boolean;
  onChange: (typed: string) => void;
}

const AmountField = ({ ref, typed, error, isLocked, onChange }: AmountFieldProps) => (
  <Field label="Amount (NGN)" error={error} className="min-w-36 flex-1 sm:max-w-52">
    {(control) => (
      <AmountInput {...control} ref={ref} currency="NGN" readOnly={isLocked} typed={typed} onType={onChange} />
    )}
  </Field>
);

interface ReasonFieldProps {
  reason: string;
  isLocked: boolean;
  onChange: (reason: string) => void;
}

const ReasonField = ({ reason, isLocked, onChange }: ReasonFieldProps) => (
  <Field label="Reason" className="min-w-48 flex-1 basis-48">
    {(control) => (
      <Input
        {...control}
        autoComplete="off"
        maxLength={BALANCE_REASON_MAX}
        placeholder="Kept in the ledger"
        readOnly={isLocked}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
        className="read-only:bg-sunken"
      />
    )}
  </Field>
);

/** How the money came or was paid out, for the takings. */
const MoneyFields = ({ form, isLocked }: { form: ReturnType<typeof useBalanceForm>; isLocked: boolean }) => {
  const { action, method, setMethod, reference, setReference } = form;
  return (
    <>
      <Field label={action === "subtract" ? "Paid out" : "Money received"} className="w-48">
        {(control) => (
          <Select
            {...control}
            disabled={isLocked}
            value={method ?? ""}
            onChange={({ target }) => setMethod((target.value || null) as EditMethod | null)}
          >
            <option value="">None: a correction</option>
            {editMethods.map((name) => (
              <option key={name} value={name}>
                {editMethodWords[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {method && (
        <Field
          label={method === "transfer" ? "The bank's reference (optional)" : "Receipt number (optional)"}
          className="min-w-48 flex-1 basis-48"
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={BANK_REFERENCE_MAX}
              readOnly={isLocked}
              value={reference}
              onChange={({ target }) => setReference(target.value)}
              className="read-only:bg-sunken"
            />
          )}
        </Field>
      )}
    </>
  );
};

interface LowerDialogProps {
  user: AdminUser;
  before: number;
  /** Null: not asked. */
  after: number | null;
  reason: string;
  onKeep: () => void;
  onLower: () => void;
}

/** The button that lowers the balance is never the first to have the focus, so that Enter alone does not press it. */
const LowerDialog = ({ user, before, after, reason, onKeep, onLower }: LowerDialogProps) => (
  <Dialog open={after !== null} onClose={onKeep} title="Lower this balance?">
    {after !== null && (
      <>
        <div className="grid gap-2">
          <p>
            <strong className="[overflow-wrap:anywhere]">{user.username}</strong> loses{" "}
            <OwnMoney amount={-difference(before, after)} currency="NGN" className="font-bold" />:
          </p>
          <p className="text-lg">
            <OwnMoney amount={before} currency="NGN" /> →{" "}
            <OwnMoney amount={after} currency="NGN" className="font-bold" />
          </p>
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
            {reason.trim() ? `Reason: ${reason.trim()}` : "You gave no reason, so the ledger will show none."}
          </p>
        </div>
        <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
          <Button variant="secondary" onClick={onKeep}>
            Keep it
          </Button>
          <Button variant="danger" onClick={onLower}>
            Lower the balance
          </Button>
        </div>
      </>
    )}
  </Dialog>
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
