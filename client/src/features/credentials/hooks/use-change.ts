// A form's request for a change that the password of the account confirms. The server's verdict on a field is shown under
// the field.
import { useMutation } from "@tanstack/react-query";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError } from "../../../lib/api.ts";
import { issueAt } from "../../../lib/failure-words.ts";

interface Change<Form extends FieldValues> {
  send: (form: Form) => Promise<unknown>;
  fields: readonly FieldPath<Form>[];
  setError: UseFormSetError<Form>;
  onDone: (form: Form) => void;
}

export const useChange = <Form extends FieldValues>({ send, fields, setError, onDone }: Change<Form>) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (_answer, form) => onDone(form),
    onError: (failure) => {
      for (const field of fields) {
        const message = issueAt(failure, field);
        if (message) setError(field, { message }, { shouldFocus: true });
      }
    },
  });
  return {
    submit: (form: Form) => {
      if (!isPending) mutate(form);
    },
    isPending,
    /** Is true if the account has no password that could confirm the change. */
    hasNoPassword: error instanceof ApiError && error.code === "FORBIDDEN",
    /** The error of the whole form, if it is not shown under a field. */
    error: error === null || fields.some((field) => issueAt(error, field)) ? null : error,
  };
};
