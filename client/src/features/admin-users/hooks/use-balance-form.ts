// The state of the form that edits a balance, and what its buttons do.
import { VALID_AMOUNT } from "@jara/shared/form-sentences";
import { formatMoney } from "@jara/shared/money";
import type { AdminUser, BalanceAction, EditMethod } from "@jara/shared/rest/users";
import { invalidAmount, readAmount } from "@jara/shared/typed-amount";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isUnknown } from "../../../connection/use-command.ts";
import { sayWaiting } from "../../../lib/second-person.ts";
import { toast } from "../../../store/toast.ts";
import { balanceAfter, lowers } from "../balance-edit.ts";
import { balanceByNow, useEditBalance } from "./use-user-edits.ts";

export interface BalanceEditorProps {
  user: AdminUser;
  onClose: () => void;
  onSaved: (user: AdminUser) => void;
}

export const useBalanceForm = ({ user, onClose, onSaved }: BalanceEditorProps) => {
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
    setError(amount === null ? invalidAmount(VALID_AMOUNT, typed) : null);
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
    box,
    action,
    typed,
    reason,
    error,
    edit,
    before,
    after,
    unknown,
    isAsking,
    submit,
    save,
    cancel,
    method,
    reference,
    isAnother,
    setIsAnother,
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
