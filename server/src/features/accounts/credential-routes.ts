// /api/auth: recovery and change of the password, change of the e-mail address.
import { messageAnswer } from "@jara/shared/rest/common";
import {
  changeEmailBody,
  changePasswordBody,
  emailChangeLinkBody,
  forgotPasswordBody,
  resetPasswordBody,
  waitingEmailChangeAnswer,
} from "@jara/shared/rest/credentials";
import type { App } from "../../platform/http/app.ts";
import { Refused } from "../../platform/http/refused.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";

const tags = ["Accounts"];
/** For each address, like the other calls that send mail or hash a password. */
const config = { rateLimit: { max: 50, timeWindow: "15 minutes" } };

const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Refused(result.error);
  return result.value;
};

export const serveCredentials = (app: App, { accounts }: { readonly accounts: Accounts }, caller: Caller): void => {
  servePasswords(app, accounts, caller);
  serveEmailChange(app, accounts, caller);
};

const servePasswords = (app: App, { recovery }: Pick<Accounts, "recovery">, caller: Caller): void => {
  app.post(
    "/api/auth/forgot-password",
    {
      schema: {
        tags,
        summary: "Have a link sent by e-mail that sets a new password",
        description:
          "The answer is the same whether or not an account has the address, and comes after the same time. The link " +
          "works once, within 30 minutes. At most five mails an hour go to one address.",
        body: forgotPasswordBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      await recovery.forgotPassword(request.body.email);
      return { message: "If an account has this address, we have sent a link to it. Please check your inbox." };
    },
  );

  app.post(
    "/api/auth/reset-password",
    {
      schema: {
        tags,
        summary: "Set a new password with the link of the e-mail; ends all sessions",
        description:
          "`VERIFICATION_FAILED` for a link that is wrong, used or older than 30 minutes. `INVALID` for a password that is " +
          "easy to guess; the link stays valid then.",
        body: resetPasswordBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      orThrow(await recovery.resetPassword(request.body));
      return { message: "Your new password is set. Please log in with it." };
    },
  );

  app.post(
    "/api/auth/change-password",
    {
      schema: {
        tags,
        summary: "Change your password; ends all sessions but this one",
        description: "A wrong current password is `INVALID` with an issue at `currentPassword`.",
        body: changePasswordBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      orThrow(await recovery.changePassword(await caller.session(request), request.body));
      return { message: "Your password is changed. All other devices are logged out." };
    },
  );
};

const undone = "The change of your e-mail address was undone, and all devices are logged out.";
const undoneWords = {
  restored: `${undone} We have sent you a link to set a new password.`,
  "restored, still suspended": `${undone} Your account is suspended, and stays so. Please write to our team.`,
  suspended: "Another account has your old address by now. We have suspended this one. Please write to our team.",
};

const serveEmailChange = (app: App, { emailChanges }: Pick<Accounts, "emailChanges">, caller: Caller): void => {
  app.post(
    "/api/auth/change-email",
    {
      schema: {
        tags,
        summary: "Ask for another e-mail address; it changes once the new address has confirmed",
        description:
          "The answer is the same whether or not an account has the new address, and comes after the same time. Both " +
          "addresses get a mail. A wrong password is `INVALID` with an issue at `password`.",
        body: changeEmailBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      orThrow(await emailChanges.request((await caller.session(request)).account, request.body));
      return { message: "We have sent a link to the new address. Please open it within 24 hours." };
    },
  );

  app.get(
    "/api/auth/change-email",
    {
      schema: {
        tags,
        summary: "Your change of the e-mail address that waits for the new address to confirm",
        response: { 200: waitingEmailChangeAnswer },
      },
    },
    async (request) => ({ waiting: await emailChanges.waiting(await caller.signedIn(request)) }),
  );

  app.post(
    "/api/auth/confirm-email-change",
    {
      schema: {
        tags,
        summary: "Confirm the new e-mail address with the link that was sent to it",
        body: emailChangeLinkBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      orThrow(await emailChanges.confirm(request.body.token));
      return { message: "Your e-mail address is changed. Please use it from now on to log in." };
    },
  );

  app.post(
    "/api/auth/undo-email-change",
    {
      schema: {
        tags,
        summary: "Take the change of the e-mail address back with the link that was sent to the old one",
        description:
          "Also ends all sessions and voids the password, because the person who asked for the change knew it. The old " +
          "address gets a link to set a new one. A suspended account stays suspended, and gets no such link.",
        body: emailChangeLinkBody,
        response: { 200: messageAnswer },
      },
      config,
    },
    async (request) => {
      const { did } = orThrow(await emailChanges.undo(request.body.token));
      return { message: undoneWords[did] };
    },
  );
};
