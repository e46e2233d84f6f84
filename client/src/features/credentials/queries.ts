// The requests that set and change a password or an e-mail address. The answers of mailed links say what happened.
import * as calls from "@jara/shared/calls/credentials";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

/** The answer is the same whether or not an account has this address. */
export const forgotPassword = (email: string) =>
  ask(calls.requestPasswordReset, { body: { email: email.trim().toLowerCase() } });

export const resetPassword = (body: { token: string; email: string; password: string }) =>
  ask(calls.resetPassword, { body });

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  ask(calls.changePassword, { body });

export const changeEmail = ({ newEmail, password }: { newEmail: string; password: string }) =>
  ask(calls.requestEmailChange, { body: { newEmail: newEmail.trim().toLowerCase(), password } });

export const waitingEmailChangeQuery = queryOptions({
  queryKey: ["email-change"],
  queryFn: ({ signal }) => ask(calls.getWaitingEmailChange, { signal }),
});

export const confirmEmailChange = (token: string) => ask(calls.confirmEmailChange, { body: { token } });

export const undoEmailChange = (token: string) => ask(calls.undoEmailChange, { body: { token } });
