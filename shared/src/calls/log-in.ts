// Registration, log-in and the verification of e-mail addresses.
import {
  googleBody,
  loginBody,
  loginCodeAnswer,
  loginCodeBody,
  registerAnswer,
  registerBody,
  resendVerificationBody,
  sessionAnswer,
  verifyEmailAnswer,
  verifyEmailBody,
} from "../rest/accounts.ts";
import { messageAnswer } from "../rest/common.ts";
import { callsIn } from "./call.ts";
import { LOG_IN, other } from "./costs.ts";
import { session, token, user } from "./samples.ts";

const call = callsIn("Accounts");

export const register = call({
  route: "POST /api/auth/register",
  access: "anyone",
  summary: "Register",
  description:
    "`user` and `token` are null where the site hides which addresses have accounts (`HIDE_UNKNOWN_ACCOUNTS`). The " +
    "answer is then the same for an address that has an account, whose owner gets an e-mail.",
  body: registerBody,
  answer: registerAnswer,
  status: 201,
  limit: 200,
  // They compare or hash a password, or write a mail.
  cost: other(8),
  examples: {
    body: { username: "ada", email: "ada@example.ng", password: "correct horse" },
    answer: {
      user: { ...user, isEmailVerified: false, balance: 0 },
      token,
      requiresEmailVerification: true,
    },
  },
});

export const logIn = call({
  route: "POST /api/auth/login",
  access: "anyone",
  summary: "Log in",
  description:
    "An account with two-step verification gets 401 `SECOND_FACTOR_REQUIRED` with a `challenge`: send it with a code " +
    "to `/api/auth/login/second-factor`.",
  body: loginBody,
  answer: sessionAnswer,
  limit: 1_200,
  cost: LOG_IN,
  examples: { body: { email: "ada@example.ng", password: "correct horse" }, answer: session },
});

export const requestLogInCode = call({
  route: "POST /api/auth/login-code",
  access: "anyone",
  summary: "Have a log-in code sent by e-mail",
  description:
    "For an owner whose log-in is refused with 429 and `codeAvailable`. The code is sent only if the password is " +
    "right; the answer is the same if it is wrong, and for unknown accounts. Log in with `code`: the ticket of " +
    "this answer and the digits of the e-mail.",
  body: loginCodeBody,
  answer: loginCodeAnswer,
  limit: 50,
  cost: LOG_IN,
  examples: {
    body: { email: "ada@example.ng", password: "correct horse" },
    answer: { ticket: "Yx0vq3mBz8cJr1t6wLk9ePq2sHf4uNa7dGi5oXbTjVE" },
  },
});

export const verifyEmail = call({
  route: "POST /api/auth/verify-email",
  access: "anyone",
  summary: "Verify an e-mail address",
  description: "A link that verified the address before gets `ALREADY_EXISTS`.",
  body: verifyEmailBody,
  answer: verifyEmailAnswer,
  limit: 200,
  examples: {
    body: { token: "k3JvY2tldC1zaGlwLWluLWEtYm90dGxlLW9mLWdpbg", email: "ada@example.ng" },
    answer: { message: "Email verified successfully!", user },
  },
});

export const resendVerification = call({
  route: "POST /api/auth/resend-verification",
  access: "anyone",
  summary: "Send the verification e-mail again; the earlier link is void",
  body: resendVerificationBody,
  answer: messageAnswer,
  limit: 50,
  cost: other(8),
  examples: {
    body: { email: "ada@example.ng" },
    answer: { message: "Verification email sent successfully! Please check your inbox." },
  },
});

export const logInWithGoogle = call({
  route: "POST /api/auth/google",
  access: "anyone",
  summary: "Log in with the credential of Google's button; makes the account where there is none",
  body: googleBody,
  answer: sessionAnswer,
  limit: 600,
  cost: LOG_IN,
  examples: {
    body: {
      googleToken: token,
      userInfo: { email: "ada@example.ng", name: "Ada Obi", googleId: "117", picture: "https://example.ng/ada.jpg" },
    },
    answer: session,
  },
});

export const goToGoogle = call({
  route: "GET /api/auth/google",
  access: "anyone",
  summary: "Go to Google to log in (a page, not a call)",
  cost: LOG_IN,
});

export const returnFromGoogle = call({
  route: "GET /api/auth/google/callback",
  access: "anyone",
  summary: "Where Google sends the browser back to (a page, not a call)",
  cost: LOG_IN,
});
