// Lifts a suspension, with a reason.
import { SUSPENSION_REASON_MAX, type SuspendAnswer } from "@jara/shared/rest/suspensions";
import type { AdminUser } from "@jara/shared/rest/users";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { restoreUser } from "./queries.ts";
import { useOnce } from "./use-once.ts";

interface RestoreDialogProps {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
  onDone: (answer: SuspendAnswer) => void;
}

export const RestoreDialog = ({ user, open, onClose, onDone }: RestoreDialogProps) => (
  <Dialog open={open} onClose={onClose} title={`Restore ${user.username}?`}>
    <RestoreForm user={user} onClose={onClose} onDone={onDone} />
  </Dialog>
);

const RestoreForm = ({ user, onClose, onDone }: Omit<RestoreDialogProps, "open">) => {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error } = useOnce<string, string, SuspendAnswer>(
    (reason) => reason,
    (reason, key) => restoreUser(user._id, reason, key),
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") setProblem("Please give a reason. The person reads it.");
    else if (!isPending) mutate(typed.trim());
  };
  return (
    <form noValidate aria-label="Restore the account" className="grid gap-4" onSubmit={submit}>
      <p className="text-sm">{user.username} can log in again, and gets a mail. Bids that became void stay void.</p>
      <Field label="Reason" hint="The person reads it in the mail." error={problem}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={SUSPENSION_REASON_MAX}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      {error && <Notice tone="error">Failed to restore the account: {sentenceOf(error)}</Notice>}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          Restore
        </Button>
      </div>
    </form>
  );
};
