// The requests of the account screens: log-in, registration and the verification of the e-mail address. Code of the first
// load must not import this file; its own two requests stand where they are used.
import type { RegisterAnswer } from "@jara/shared/rest/accounts";
import type { User } from "@jara/shared/users";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** The one-time code from the e-mail, and the ticket of the request for it. */
export interface LoginCode {
  ticket: string;
  digits: string;
}

export const logIn = ({ email, ...others }: Credentials & { code?: LoginCode }) =>
  api.post<{ user: User; token: string; requiresEmailVerification: boolean }>("/auth/login", {
    email: email.trim(),
    ...others,
  });

/** The second step of a log-in. `challenge` comes from the refusal of the first. */
export const finishLogIn = (body: { challenge: string; code: string }) =>
  api.post<{ user: User; token: string; requiresEmailVerification: boolean }>("/auth/login/second-factor", body);

export const registerAccount = ({ username, email, password }: Credentials & { username: string }) =>
  api.post<RegisterAnswer>("/auth/register", { username: username.trim(), email: email.trim(), password });

export const requestLoginCode = (credentials: Credentials) =>
  api.post<{ ticket: string }>("/auth/login-code", credentials);

/** The link works once, so it is sent once and its answer is kept. */
export const verifyEmailQuery = (token: string | null, email: string | null) =>
  queryOptions({
    queryKey: ["verify-email", token, email],
    queryFn: () => api.post<{ message: string; user: User }>("/auth/verify-email", { token, email }),
    enabled: Boolean(token && email),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
