// /api/auth: recovery and change of the password, change of the e-mail address.
import * as calls from "@jara/shared/calls/credentials";
import type { App } from "../../platform/http/app.ts";
import { orRefuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";

export const serveCredentials = (app: App, { accounts }: { readonly accounts: Accounts }, caller: Caller): void => {
  servePasswords(app, accounts, caller);
  serveEmailChange(app, accounts, caller);
};

const servePasswords = (app: App, { recovery }: Pick<Accounts, "recovery">, caller: Caller): void => {
  serve(app, calls.requestPasswordReset, async ({ body }) => {
    await recovery.forgotPassword(body.email);
    return { message: "If an account has this address, we have sent a link to it. Please check your inbox." };
  });

  serve(app, calls.resetPassword, async ({ body }) => {
    orRefuse(await recovery.resetPassword(body));
    return { message: "Your new password is set. Please log in with it." };
  });

  serve(app, calls.changePassword, async ({ body, request }) => {
    orRefuse(await recovery.changePassword(await caller.session(request), body));
    return { message: "Your password is changed. All other devices are logged out." };
  });
};

const undone = "The change of your e-mail address was undone, and all devices are logged out.";
const undoneWords = {
  restored: `${undone} We have sent you a link to set a new password.`,
  "restored, still suspended": `${undone} Your account is suspended, and stays so. Please write to our team.`,
  suspended: "Another account has your old address by now. We have suspended this one. Please write to our team.",
};

const serveEmailChange = (app: App, { emailChanges }: Pick<Accounts, "emailChanges">, caller: Caller): void => {
  serve(app, calls.requestEmailChange, async ({ body, request }) => {
    orRefuse(await emailChanges.request((await caller.session(request)).account, body));
    return { message: "We have sent a link to the new address. Please open it within 24 hours." };
  });

  serve(app, calls.getWaitingEmailChange, async ({ account }) => ({ waiting: await emailChanges.waiting(account) }));

  serve(app, calls.confirmEmailChange, async ({ body }) => {
    orRefuse(await emailChanges.confirm(body.token));
    return { message: "Your e-mail address is changed. Please use it from now on to log in." };
  });

  serve(app, calls.undoEmailChange, async ({ body }) => {
    const { did } = orRefuse(await emailChanges.undo(body.token));
    return { message: undoneWords[did] };
  });
};
