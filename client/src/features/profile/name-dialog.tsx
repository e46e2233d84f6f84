// Asks for the first and last name in a dialog, so that a page that needs them keeps what was typed into it.
import type { User } from "@jara/shared/users";
import { useForm } from "react-hook-form";
import { messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { nameFields, toForm } from "./profile-fields.ts";
import { useUpdateProfile } from "./use-profile.ts";

interface NameDialogProps {
  user: User;
  open: boolean;
  onClose: () => void;
}

export const NameDialog = ({ user, open, onClose }: NameDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Your name">
    <NameForm user={user} onClose={onClose} />
  </Dialog>
);

const NameForm = ({ user, onClose }: Omit<NameDialogProps, "open">) => {
  const { register, handleSubmit, formState } = useForm({ defaultValues: toForm(user) });
  const update = useUpdateProfile(onClose);
  const save = handleSubmit(({ firstName, lastName }) => {
    if (!update.isPending) update.mutate({ firstName: firstName.trim(), lastName: lastName.trim() });
  });
  return (
    <form noValidate aria-label="Your name" className="grid gap-4" onSubmit={save}>
      <p className="text-ink-soft text-sm">Write it as your bank has it. It is the name on your profile.</p>
      {update.isError && <Notice tone="error">{messageOf(update.error, "Failed to update profile")}</Notice>}
      {nameFields.map(({ name, label, autoComplete, maxLength }) => (
        <Field key={name} label={label} error={formState.errors[name]?.message}>
          <Input
            autoComplete={autoComplete}
            maxLength={maxLength}
            {...register(name, { validate: (typed) => typed.trim() !== "" || `${label} is required` })}
          />
        </Field>
      ))}
      <Button type="submit" pending={update.isPending}>
        {update.isPending ? "Saving..." : "Save"}
      </Button>
    </form>
  );
};
