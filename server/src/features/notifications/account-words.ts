// The words of notifications about the security of the reader's account, and of those to staff.
import { obstacleWords } from "@jara/shared/rest/own-data";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { roleChangedTitle, roleWords } from "../../platform/lib/role-words.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import type { WordsOf } from "./words-of.ts";

const SECURITY = "/profile/security";
const NOT_YOU = "If that was not you, change your password at once.";

const factorTitles: Readonly<Record<MailData["second-factor"]["what"], string>> = {
  added: "Two-step verification is on",
  removed: "Two-step verification is off",
  codes: "You have new recovery codes",
  "recovery-code-used": "A recovery code was used",
  guessed: "Somebody enters wrong codes for your account",
};

/** `what` is a sentence without its end. */
const security = (title: string, what: string, at?: string) => ({
  title,
  text: `${what}${at ? `, ${writtenLagosTime(at)}` : ""}. ${NOT_YOU}`,
  link: SECURITY,
});

export const accountWords: WordsOf<
  | "bank-account-added"
  | "password-changed"
  | "email-change-requested"
  | "email-changed"
  | "email-change-undone"
  | "new-device"
  | "passkey-added"
  | "passkey-removed"
  | "passkey-refused"
  | "second-factor"
  | "account-suspended"
  | "account-restored"
  | "deletion-requested"
  | "deletion-refused"
  | "role-changed"
  | "staff-alerts"
  | "rate-to-confirm"
  | "staff-joined"
  | "staff-welcome"
> = {
  "bank-account-added": (data) => ({
    title: "A bank account was added",
    text: `${data.bankName}, account ending in ${data.accountNumber.slice(-4)}. It can be used from ${writtenLagosTime(data.usableAt)}. ${NOT_YOU}`,
    link: "/profile/withdraw",
  }),
  "password-changed": ({ at }) => security("Your password was changed", "It was changed", at),
  "email-change-requested": ({ newEmail }) =>
    security("A change of your email address was requested", `Somebody asked to change it to ${newEmail}`),
  "email-changed": ({ newEmail }) => security("Your email address was changed", `It is now ${newEmail}`),
  "email-change-undone": () => security("The change of your email address was undone", "Your old address is in use"),
  "new-device": ({ device, place, at }) => security("New login to your account", `${device}, ${place}`, at),
  "passkey-added": ({ device, at }) => security("A passkey was added", device, at),
  "passkey-removed": ({ device, at }) => security("A passkey was removed", device, at),
  "passkey-refused": ({ device, at }) =>
    security("A passkey may have been copied", `We refused a login with the passkey of ${device}`, at),
  "second-factor": ({ what, at, codesLeft }) =>
    security(factorTitles[what], codesLeft === null ? "It was done" : `You have ${codesLeft} recovery codes left`, at),

  "account-suspended": ({ reason }) => ({
    title: "Your account is suspended",
    text: `You cannot bid or buy. Reason: ${reason}`,
    link: "/support",
  }),
  "account-restored": () => ({
    title: "Your account is restored",
    text: "You can bid and buy again. Bids that we removed still do not count.",
    link: "/profile",
  }),
  "deletion-requested": ({ dueAt }) => ({
    title: "Your account will be deleted",
    text: `On ${writtenLagosTime(dueAt)}. Until then you can take it back.`,
    link: "/profile/privacy",
  }),
  "deletion-refused": ({ reasons }) => ({
    title: "Your account was not deleted",
    text: reasons.map((reason) => obstacleWords[reason]).join(" "),
    link: "/profile/privacy",
  }),

  "role-changed": ({ from, to, at }) => ({
    title: roleChangedTitle({ from, to }),
    text:
      `${to === "user" ? `You are no longer ${roleWords[from]}` : `You are ${roleWords[to]} now`}. ` +
      `Your role was changed on ${writtenLagosTime(at)}. ` +
      "If you did not expect this, contact us at once.",
    link: "/support",
  }),

  "staff-alerts": ({ items }) => {
    const others = items.length > 1 ? ` and ${items.length - 1} more` : "";
    return {
      title: items.length === 1 ? "1 thing to do" : `${items.length} things to do`,
      text: `${alertOf(items[0]?.kind)}${others}. The desk shows what is still to do.`,
      link: "/admin/desk",
    };
  },
  "rate-to-confirm": ({ candidate }) => ({
    title: "An exchange rate needs your decision",
    text: `The provider names ${candidate} naira for one dollar.`,
    link: "/admin",
  }),
  "staff-joined": ({ username }) => ({
    title: "Your invitation was accepted",
    text: `${username} is now a member of the staff.`,
    link: "/admin/staff",
  }),
  "staff-welcome": () => ({ title: "Welcome to the staff", text: "Staff do not bid on this site.", link: "/admin" }),
};

type Alert = MailData["staff-alerts"]["items"][number]["kind"];

/** A newer server, which runs beside this one, may know more kinds. */
const alertOf = (kind: Alert | undefined): string =>
  kind !== undefined && Object.hasOwn(alertWords, kind) ? alertWords[kind] : "Something has a deadline";

const alertWords: Readonly<Record<Alert, string>> = {
  buying: "A purchase has 15 minutes left",
  stuck: "A forfeit is stuck",
  overdue: "A payment is overdue",
  due: "A payment is due within a day",
  withdrawal: "A withdrawal waits",
  approval: "A change of money waits for a second person",
  "bank-account": "A change of the bank account waits",
  transfer: "A withdrawal could not be sent",
  mail: "An email could not be sent",
  "log-stopped": "The public log is stopped",
  "log-verdict": "A nightly verdict is not good",
  "set-aside": "A background job put something aside",
};
