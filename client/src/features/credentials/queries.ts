// The requests that set and change a password or an e-mail address. The answers of mailed links say what happened.
import type { WaitingEmailChange } from "@jara/shared/rest/credentials";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

interface Message {
  message: string;
}

/** The answer is the same whether or not an account has this address. */
export const forgotPassword = (email: string) =>
  api.post<Message>("/auth/forgot-password", { email: email.trim().toLowerCase() });

export const resetPassword = (body: { token: string; email: string; password: string }) =>
  api.post<Message>("/auth/reset-password", body);

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  api.post<Message>("/auth/change-password", body);

export const changeEmail = ({ newEmail, password }: { newEmail: string; password: string }) =>
  api.post<Message>("/auth/change-email", { newEmail: newEmail.trim().toLowerCase(), password });

export const waitingEmailChangeQuery = queryOptions({
  queryKey: ["email-change"],
  queryFn: ({ signal }) => api.get<WaitingEmailChange>("/auth/change-email", undefined, signal),
});

export const confirmEmailChange = (token: string) => api.post<Message>("/auth/confirm-email-change", { token });

export const undoEmailChange = (token: string) => api.post<Message>("/auth/undo-email-change", { token });
