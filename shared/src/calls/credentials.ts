// Passwords and e-mail addresses.
import { messageAnswer } from "../rest/common.ts";
import {
  changeEmailBody,
  changePasswordBody,
  emailChangeLinkBody,
  forgotPasswordBody,
  resetPasswordBody,
  waitingEmailChangeAnswer,
} from "../rest/credentials.ts";
import { callsIn } from "./call.ts";
import { other } from "./costs.ts";
import { linkToken } from "./samples.ts";

const call = callsIn("Accounts");

export const requestPasswordReset = call({
  route: "POST /api/auth/forgot-password",
  access: "anyone",
  summary: "Have a link sent by e-mail that sets a new password",
  description:
    "The answer is the same whether or not an account has the address, and comes after the same time. The link " +
    "works once, within 30 minutes. At most five mails an hour go to one address.",
  body: forgotPasswordBody,
  answer: messageAnswer,
  limit: 50,
  cost: other(8),
  examples: {
    body: { email: "ada@example.ng" },
    answer: {
      message: "If an account has this address, we have sent a link to it. Please check your inbox.",
    },
  },
});

export const resetPassword = call({
  route: "POST /api/auth/reset-password",
  // The link in the mail carries its own secret, here and for the change of an e-mail address.
  access: "anyone",
  summary: "Set a new password with the link of the e-mail; ends all sessions",
  description:
    "`VERIFICATION_FAILED` for a link that is wrong, used or older than 30 minutes. `INVALID` for a password that is " +
    "easy to guess; the link stays valid then.",
  body: resetPasswordBody,
  answer: messageAnswer,
  limit: 50,
  cost: other(8),
  examples: {
    body: { token: linkToken, email: "ada@example.ng", password: "correct horse battery" },
    answer: { message: "Your new password is set. Please log in with it." },
  },
});

export const changePassword = call({
  route: "POST /api/auth/change-password",
  access: "signed in",
  summary: "Change your password; ends all sessions but this one",
  description: "A wrong current password is `INVALID` with an issue at `currentPassword`.",
  body: changePasswordBody,
  answer: messageAnswer,
  limit: 50,
  cost: other(8),
  proof: "with a factor",
  examples: {
    body: { currentPassword: "correct horse", newPassword: "correct horse battery" },
    answer: { message: "Your password is changed. All other devices are logged out." },
  },
});

export const requestEmailChange = call({
  route: "POST /api/auth/change-email",
  access: "signed in",
  summary: "Ask for another e-mail address; it changes once the new address has confirmed",
  description:
    "The answer is the same whether or not an account has the new address, and comes after the same time. Both " +
    "addresses get a mail. A wrong password is `INVALID` with an issue at `password`.",
  body: changeEmailBody,
  answer: messageAnswer,
  limit: 50,
  cost: other(6),
  proof: "with a factor",
  examples: {
    body: { newEmail: "ada.obi@example.ng", password: "correct horse" },
    answer: {
      message: "We have sent a link to the new address. Please open it within 24 hours.",
    },
  },
});

export const getWaitingEmailChange = call({
  route: "GET /api/auth/change-email",
  access: "signed in",
  summary: "Your change of the e-mail address that waits for the new address to confirm",
  answer: waitingEmailChangeAnswer,
  examples: {
    answer: {
      waiting: { newEmail: "ada.new@example.ng", expiresAt: "2026-11-23T09:30:00.000Z" },
    },
  },
});

export const confirmEmailChange = call({
  route: "POST /api/auth/confirm-email-change",
  access: "anyone",
  summary: "Confirm the new e-mail address with the link that was sent to it",
  body: emailChangeLinkBody,
  answer: messageAnswer,
  limit: 50,
  examples: {
    body: { token: linkToken },
    answer: {
      message: "Your e-mail address is changed. Please use it from now on to log in.",
    },
  },
});

export const undoEmailChange = call({
  route: "POST /api/auth/undo-email-change",
  access: "anyone",
  summary: "Take the change of the e-mail address back with the link that was sent to the old one",
  description:
    "Also ends all sessions and voids the password, because the person who asked for the change knew it. The old " +
    "address gets a link to set a new one. A suspended account stays suspended, and gets no such link.",
  body: emailChangeLinkBody,
  answer: messageAnswer,
  limit: 50,
  examples: {
    body: { token: linkToken },
    answer: {
      message:
        "The change of your e-mail address was undone, and all devices are logged out. We have sent you a link to set a new password.",
    },
  },
});
