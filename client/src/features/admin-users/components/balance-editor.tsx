// Edits one user's balance in its row, with a preview before it is confirmed. The typed values stay when the server
// refuses. When the outcome is unknown, the form can only send the same edit again.
import { formatMoney } from "@jara/shared/money";
import { type AdminUser, type BalanceAction, balanceActions } from "@jara/shared/rest/users";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actionLabels, balanceAfter, difference, INVALID_AMOUNT, parseAmount } from "../balance-edit.ts";
import { isUnknown, sentenceOf, useEditBalance } from "../hooks/use-user-edits.ts";

interface BalanceEditorProps {
  user: AdminUser;
  onClose: () => void;
  onSaved: (user: AdminUser) => void;
}

/** The state of the form, and what its buttons do. */
const useBalanceForm = ({ user, onClose, onSaved }: BalanceEditorProps) => {
  const [action, setAction] = useState<BalanceAction>("set");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const edit = useEditBalance(user._id, (saved) => {
    toast.success(`Balance of ${saved.username}: ${formatMoney(saved.balance, "NGN")}`);
    onSaved(saved);
    onClose();
  });
  const amount = parseAmount(typed);
  const after = amount === null ? null : balanceAfter(user.balance, action, amount);
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
    setError(amount === null ? INVALID_AMOUNT : null);
    if (amount === null) box.current?.focus();
    else edit.mutate({ action, amount });
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
    ...{ box, action, typed, error, edit, after, unknown, submit, cancel },
    setAction: (chosen: BalanceAction) => change(() => setAction(chosen)),
    setTyped: (text: string) => change(() => setTyped(text)),
  };
};

export const BalanceEditor = (props: BalanceEditorProps) => {
  const { box, action, setAction, typed, setTyped, error, edit, after, unknown, submit, cancel } =
    useBalanceForm(props);
  const { user } = props;
  const isLocked = edit.isPending || unknown;

  return (
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
        <Outcome before={user.balance} after={after} says={action === "set"} />
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
    </form>
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
      <Input
        {...control}
        ref={ref}
        type="number"
        inputMode="decimal"
        min={0}
        step="0.01"
        autoComplete="off"
        readOnly={isLocked}
        value={typed}
        onChange={({ target }) => onChange(target.value)}
        // The mouse wheel must not change an amount of money.
        onWheel={(event) => event.currentTarget.blur()}
        className="tabular font-semibold read-only:bg-sunken"
      />
    )}
  </Field>
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
  <dl className="grid min-w-48 gap-1">
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
