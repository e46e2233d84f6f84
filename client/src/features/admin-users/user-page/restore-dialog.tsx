// Lifts a suspension, with a reason.
import { SUSPENSION_REASON_MAX, type SuspendAnswer } from "@jara/shared/rest/suspensions";
import type { AdminUser } from "@jara/shared/rest/users";
import { useState } from "react";
import { useCommand } from "../../../connection/use-command.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { restoreUser } from "./queries.ts";

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
  const restoring = useCommand((reason: string, key) => restoreUser(user._id, reason, key), {
    onSuccess: onDone,
  });
  const submit = () => {
    if (typed.trim() === "") setProblem("Please give a reason. The person reads it.");
    else restoring.mutate(typed.trim());
  };
  return (
    <AskForm
      label="Restore the account"
      yes="Restore"
      of={restoring}
      failed={(error) => `Failed to restore the account: ${sentenceOf(error)}`}
      onNo={onClose}
      onYes={submit}
    >
      <p className="text-sm">{user.username} can log in again, and gets an email. Bids that became void stay void.</p>
      <Field label="Reason" hint="The person reads it in the email." error={problem}>
        <Input
          autoComplete="off"
          maxLength={SUSPENSION_REASON_MAX}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
      </Field>
    </AskForm>
  );
};
