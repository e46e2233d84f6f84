// Invites an e-mail address to the staff. The chosen role is described before the invitation goes out.
import { mayInviteAs, type Role, type StaffRole, staffRoles } from "@jara/shared/permissions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { emailError } from "../../../lib/email-error.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { roleNames } from "../../../lib/role-names.ts";
import { roleSummary } from "../../../lib/role-words.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { invitationsQuery, invite } from "../queries.ts";

interface InviteForm {
  email: string;
  role: StaffRole;
}

export const InviteForm = ({ ownRole }: { ownRole: Role }) => {
  const roles = staffRoles.filter((role) => mayInviteAs(ownRole, role));
  const { register, handleSubmit, reset, watch, formState } = useForm<InviteForm>({
    defaultValues: { email: "", role: "cataloguer" },
  });
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: invite,
    onSuccess: ({ invitation }) => {
      toast.success(`Invitation sent to ${invitation.email}`);
      reset({ email: "", role: invitation.role as StaffRole });
      void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  const role = watch("role");
  return (
    <form
      noValidate
      aria-label="Invite somebody"
      className="grid gap-4"
      onSubmit={handleSubmit((form) => {
        if (!sending.isPending) sending.mutate(form);
      })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label="Email address" error={formState.errors.email?.message}>
          <EmailInput autoComplete="off" {...register("email", { validate: emailError })} />
        </Field>
        <Field label="Role">
          <Select {...register("role")}>
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleNames[one]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {/* All in one place, so that nothing moves when another role is chosen. */}
      <div className="grid text-ink-soft text-sm">
        {roles.map((one) => (
          <p
            key={one}
            aria-hidden={one !== role}
            className={`col-start-1 row-start-1 ${one === role ? "" : "invisible"}`}
          >
            {roleSummary[one]}
          </p>
        ))}
      </div>
      <p className="text-ink-soft text-sm">
        In the first 24 hours nobody new can sign the close of a day or approve as a second person. Invite your second
        person a day before you need one.
      </p>
      {sending.isError && <Notice tone="error">{failureWords(sending.error, "The invitation was not sent.")}</Notice>}
      <Button type="submit" pending={sending.isPending} className="justify-self-start">
        Send invitation
      </Button>
    </form>
  );
};
