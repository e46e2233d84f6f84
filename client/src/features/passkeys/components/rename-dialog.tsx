// Gives a passkey another name.
import { PASSKEY_NAME_MAX, type Passkey } from "@jara/shared/rest/passkeys";
import { useForm } from "react-hook-form";
import { failureWords, issueAt } from "../../../lib/failure-words.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useRenamePasskey } from "../use-passkeys.ts";

interface RenameDialogProps {
  /** Null while the dialog is closed. */
  passkey: Passkey | null;
  onClose: () => void;
}

export const RenameDialog = ({ passkey, onClose }: RenameDialogProps) => (
  <Dialog open={passkey !== null} onClose={onClose} title="Rename this passkey">
    {passkey && <NameForm passkey={passkey} onClose={onClose} />}
  </Dialog>
);

const NameForm = ({ passkey: { _id, name }, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const { mutate, isPending, error } = useRenamePasskey(onClose);
  const issue = issueAt(error, "name");
  return (
    <AskForm
      yes="Save"
      isPending={isPending}
      onNo={onClose}
      onYes={handleSubmit((form) => mutate({ _id, name: form.name.trim() }))}
    >
      {error && !issue && <Notice tone="error">{failureWords(error, "The passkey could not be renamed.")}</Notice>}
      <Field label="Name" hint="For example the phone that it is on." error={formState.errors.name?.message ?? issue}>
        <Input
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          {...register("name", { validate: (typed) => typed.trim() !== "" || "Please enter a name" })}
        />
      </Field>
    </AskForm>
  );
};
