// `jara admin …`: accounts from the command line, for an operator who cannot log in or whose staff cannot.

import { cleanLines } from "@jara/shared/text/clean";
import {
  endSessionsByOperator,
  restoreByOperator,
  staffOf,
  suspendByOperator,
  writeResetLink,
} from "../../features/accounts/from-command-line.ts";
import { removeFactorOf } from "../../features/accounts/second-factor/queries.ts";
import { passwordResetLink } from "../../features/mail/words/credential-mails.ts";
import { argumentsOf, emailOf, Mistake, type OperatorCommand, onSiteDatabase, say, WrongUse } from "./command.ts";
import { createAdmin } from "./create-admin.ts";

const HELP = `Usage: jara admin create --email you@example.ng [--username you]
       jara admin list
       jara admin reset-password --email somebody@example.ng
       jara admin suspend --email somebody@example.ng --reason "…"
       jara admin restore --email somebody@example.ng --reason "…"
       jara admin revoke-sessions --email somebody@example.ng
       jara admin remove-second-factor --email somebody@example.ng

create                makes an administrator, or makes an existing account one. Asks for the password, or reads it from
                      a pipe or from JARA_ADMIN_PASSWORD.
list                  shows everybody who has a role.
reset-password        prints a link, for once and for 30 minutes, that sets a new password and logs the account out
                      everywhere. Give it only to the person whose account it is.
suspend, restore      as an administrator does it, without an end time. Bids on open lots stay.
revoke-sessions       logs the account out everywhere.
remove-second-factor  for somebody who lost the phone and the recovery codes.

Every action is in the audit log as the command line's, and the person is mailed where an administrator's action mails
them. The servers may run: open pages show the change within a second.`;

const justEmail = (args: readonly string[]): string =>
  emailOf(argumentsOf(args, { email: { type: "string" } }).values.email);

const emailAndReason = (args: readonly string[]): { email: string; reason: string } => {
  const { values } = argumentsOf(args, { email: { type: "string" }, reason: { type: "string" } });
  const reason = cleanLines(values.reason ?? "");
  if (reason === "") throw new WrongUse("--reason is missing; the person reads it");
  if (reason.length > 500) throw new WrongUse("--reason has at most 500 characters");
  return { email: emailOf(values.email), reason };
};

const actions: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  create: createAdmin,

  list: async (args) => {
    argumentsOf(args, {});
    const staff = await onSiteDatabase((database) => staffOf(database));
    if (staff.length === 0) say("Nobody has a role. Make the first administrator with: jara admin create --email …");
    for (const { username, email, role, isSuspended, hasTotp, lastSeenAt } of staff) {
      const seen = lastSeenAt === null ? "never seen" : `seen ${new Date(lastSeenAt).toISOString().slice(0, 16)}Z`;
      const factor = hasTotp ? "two-step" : "no two-step";
      say([role.padEnd(12), `${username} <${email}>`, factor, seen, ...(isSuspended ? ["SUSPENDED"] : [])].join("  "));
    }
  },

  "reset-password": async (args) => {
    const email = justEmail(args);
    await onSiteDatabase(async (database, { publicUrl }) => {
      const token = await writeResetLink(database, email);
      if (token === null) throw new Mistake(`No account of ${email} can log in: there is none, or it is suspended.`);
      say(
        `This link sets a new password for ${email}, once, within 30 minutes:\n${passwordResetLink(publicUrl, { token, email })}`,
      );
    });
  },

  suspend: async (args) => {
    const { email, reason } = emailAndReason(args);
    const isDone = await onSiteDatabase((database) => suspendByOperator(database, email, reason));
    if (!isDone)
      throw new Mistake(`No account of ${email} can be suspended: there is none, or it is suspended already.`);
    say(`The account of ${email} is suspended and logged out everywhere.`);
  },

  restore: async (args) => {
    const { email, reason } = emailAndReason(args);
    const isDone = await onSiteDatabase((database) => restoreByOperator(database, email, reason));
    if (!isDone) throw new Mistake(`No account of ${email} is suspended; nothing was changed.`);
    say(`The account of ${email} can log in again.`);
  },

  "revoke-sessions": async (args) => {
    const email = justEmail(args);
    const count = await onSiteDatabase((database) => endSessionsByOperator(database, email));
    if (count === null) throw new Mistake(`No account has the address ${email}; nothing was changed.`);
    say(`${email} is logged out everywhere; ${count} open ${count === 1 ? "session" : "sessions"} ended.`);
  },

  "remove-second-factor": async (args) => {
    const email = justEmail(args);
    const isDone = await onSiteDatabase((database) => removeFactorOf(database, email));
    if (!isDone) {
      throw new Mistake(`No account of ${email} has two-step verification, or it is suspended; nothing was changed.`);
    }
    say(`Two-step verification of ${email} is off, and the account gets a mail about it.`);
  },
};

export const command: OperatorCommand = {
  summary: "administrators and accounts: create, list, reset-password, suspend, restore, revoke-sessions, …",
  help: HELP,
  async run([name = "", ...args]) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new WrongUse(name === "" ? "jara admin needs an action" : `jara admin has no action "${name}"`);
    await action(args);
    return 0;
  },
};
