// The profile form while it is edited. The server's refusals appear at their fields, and nothing typed is lost.
import type { User } from "@jara/shared/users";
import { useEffect, useRef } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { ApiError, messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";
import {
  addressFields,
  type ProfileForm as Form,
  type ProfileField,
  type ProfileFieldName,
  personFields,
  phoneError,
  toBody,
  toForm,
} from "./profile-fields.ts";
import { useUpdateProfile } from "./use-profile.ts";

interface ProfileFormProps {
  user: User;
  /** The field that has the focus at first. */
  first: ProfileFieldName;
  onCancel: () => void;
  onSaved: () => void;
}

export const ProfileForm = ({ user, first, onCancel, onSaved }: ProfileFormProps) => {
  const form = useForm<Form>({ defaultValues: toForm(user) });
  const update = useUpdateProfile(onSaved);
  const { handleSubmit, setError } = form;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus(), [first]);

  const save = handleSubmit((typed) => {
    if (update.isPending) return;
    update.mutate(toBody(typed), { onError: (error) => showIssues(error, setError) });
  });

  return (
    <form ref={place} noValidate aria-label="Edit profile" className="grid gap-4" onSubmit={save}>
      {update.isError && <Notice tone="error">{messageOf(update.error, "Failed to update profile")}</Notice>}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {personFields.map((field) => (
          <ProfileInput key={field.name} field={field} form={form} />
        ))}
      </div>
      <fieldset className="grid gap-x-6 gap-y-4 border-line border-t pt-4 sm:grid-cols-2">
        <legend className="contents">
          <span className="font-semibold text-base sm:col-span-2">Address</span>
        </legend>
        {addressFields.map((field) => (
          <ProfileInput key={field.name} field={field} form={form} />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={update.isPending} className="flex-auto sm:flex-none">
          {update.isPending ? "Saving..." : "Save Changes"}
        </Button>
        <Button variant="secondary" disabled={update.isPending} onClick={onCancel} className="flex-auto sm:flex-none">
          Cancel
        </Button>
      </div>
    </form>
  );
};

const ProfileInput = ({ field, form }: { field: ProfileField; form: UseFormReturn<Form> }) => {
  const { name, label, autoComplete, maxLength, wide, isOptional } = field;
  const { register, getFieldState, formState } = form;
  const TextInput = name === "phone" ? PhoneInput : Input;
  return (
    <Field
      label={isOptional ? `${label} (optional)` : label}
      error={getFieldState(name, formState).error?.message}
      className={wide ? "sm:col-span-2" : ""}
    >
      <TextInput
        autoComplete={autoComplete}
        maxLength={maxLength}
        {...register(name, name === "phone" ? { validate: phoneError } : {})}
      />
    </Field>
  );
};

const names = new Set<string>([...personFields, ...addressFields].map(({ name }) => name));

const showIssues = (error: unknown, setError: UseFormReturn<Form>["setError"]) => {
  if (!(error instanceof ApiError)) return;
  for (const { path, message } of error.body?.issues ?? []) {
    if (names.has(path)) setError(path as ProfileFieldName, { message: message.replace(/^./, (l) => l.toUpperCase()) });
  }
};
