// The requests of the account screens: log-in, registration and the verification of the e-mail address. Code of the first
// load must not import this file; its own two requests stand where they are used.
import * as logInCalls from "@jara/shared/calls/log-in";
import * as secondFactorCalls from "@jara/shared/calls/second-factor";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

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
  ask(logInCalls.logIn, {
    body: {
      email: email.trim(),
      ...others,
    },
  });

/** The second step of a log-in. `challenge` comes from the refusal of the first. */
export const finishLogIn = (body: { challenge: string; code: string }) => ask(secondFactorCalls.finishLogIn, { body });

export const registerAccount = ({ username, email, password }: Credentials & { username: string }) =>
  ask(logInCalls.register, { body: { username: username.trim(), email: email.trim(), password } });

export const requestLoginCode = (credentials: Credentials) => ask(logInCalls.requestLogInCode, { body: credentials });

/** The link works once, so it is sent once and its answer is kept. */
export const verifyEmailQuery = (token: string | null, email: string | null) =>
  queryOptions({
    queryKey: ["verify-email", token, email],
    queryFn: () => ask(logInCalls.verifyEmail, { body: { token: token ?? "", email: email ?? "" } }),
    enabled: Boolean(token && email),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
