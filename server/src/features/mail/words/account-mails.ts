// The words of mails about accounts, and of the mail to staff about an exchange rate that waits for a decision.
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { passwordResetLink } from "./credential-mails.ts";
import type { Templates } from "./words.ts";

export const verificationLink = (publicUrl: string, { token, email }: { token: string; email: string }): string =>
  `${publicUrl}/verify-email?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`;

const nairaForDollar = (rate: number): string =>
  `$1 = ₦${rate.toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

/** By kind. */
export const accountTemplates: Templates<
  | ("verify-email" | "login-code" | "already-registered" | "registered-again")
  | ("account-suspended" | "account-restored" | "rate-to-confirm")
> = {
  "verify-email": (data, site) => ({
    subject: `Verify your email address for ${site.brandName}`,
    heading: `Welcome to ${site.brandName}`,
    blocks: [
      { paragraph: "Please verify your email address. You can bid once this is done." },
      { action: "Verify my email address", url: verificationLink(site.publicUrl, data) },
      { paragraph: "The link works once and expires in 24 hours." },
    ],
    reason: `You get this email because this address was registered at ${site.brandName}. If that was not you, ignore it.`,
  }),

  "login-code": ({ code }, site) => ({
    subject: `Your login code for ${site.brandName}`,
    heading: "Your login code",
    blocks: [
      { paragraph: "Enter this code on the page where you log in:" },
      { facts: [["Code", code]] },
      { paragraph: "The code works once and expires in 10 minutes. We will never ask you for it." },
      {
        paragraph:
          "We sent it because somebody who knows your password asked for it. If that was not you, please contact our team:",
      },
      { contacts: site.contact },
    ],
    reason: `You get this email because somebody is logging in to your account at ${site.brandName}.`,
  }),

  "already-registered": (_data, site) => ({
    subject: `You already have an account at ${site.brandName}`,
    heading: "You already have an account",
    blocks: [
      { paragraph: "Somebody tried to register with this email address. It has an account, so nothing was changed." },
      { paragraph: "If that was you, log in with the password you already have:" },
      { action: "Log in", url: `${site.publicUrl}/login` },
      { paragraph: "If that was not you, you do not have to do anything." },
    ],
    reason: `You get this email because this address was entered in the registration form of ${site.brandName}.`,
  }),

  "registered-again": (data, site) => ({
    subject: `Choose your password for ${site.brandName}`,
    heading: "Choose your password",
    blocks: [
      {
        paragraph:
          "This email address was registered more than once, and not verified yet. Somebody else may have registered it " +
          "first. So please choose your password here. This also verifies your address:",
      },
      { action: "Choose my password", url: passwordResetLink(site.publicUrl, data) },
      { paragraph: "The link works once and expires in 30 minutes. You get another one at “Forgot password”." },
    ],
    reason: `You get this email because this address was registered at ${site.brandName}. If that was not you, ignore it.`,
  }),

  "account-suspended": ({ reason, until, voidsBids }, site) => ({
    subject: `Your account at ${site.brandName} is suspended`,
    heading: "Your account is suspended",
    blocks: [
      { paragraph: "We suspended your account. You are logged out everywhere and cannot log in." },
      {
        facts: [
          ["Reason", reason],
          ["Until", until === null ? "an administrator lifts it" : writtenLagosTime(until)],
        ],
      },
      {
        paragraph: voidsBids
          ? "Your bids and maximums on open auctions no longer count. You get an email for each auction on which you bid."
          : "Your bids on open auctions stay binding, and your maximum bids stay.",
      },
      {
        paragraph:
          "Your balance and your deposits stay as they are. What you owe for lots that you won stays due. A withdrawal " +
          "that you asked for waits.",
      },
      { paragraph: "If you think that this is wrong, write to our team and say why. A person reads it:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because you have an account at ${site.brandName}.`,
  }),

  "account-restored": ({ reason }, site) => ({
    subject: `You can log in to ${site.brandName} again`,
    heading: "Your account is no longer suspended",
    blocks: [
      {
        paragraph:
          reason === null
            ? "The time of the suspension is over. You can log in again."
            : "We lifted the suspension. You can log in again.",
      },
      ...(reason ? [{ facts: [["Reason", reason]] as const }] : []),
      { paragraph: "Bids that we removed still do not count." },
      { action: "Log in", url: `${site.publicUrl}/login` },
    ],
    reason: `You get this email because you have an account at ${site.brandName}.`,
  }),

  "rate-to-confirm": (data, site) => ({
    subject: `Exchange rate to confirm: ${nairaForDollar(data.candidate)}`,
    heading: "An exchange rate needs your decision",
    blocks: [
      {
        paragraph:
          "The provider of exchange rates names a rate that differs by more than a fifth from those in force lately. It " +
          "is not used until an administrator confirms it. Please compare it with another source first.",
      },
      {
        facts: [
          ["In force", nairaForDollar(data.standing)],
          ["Waiting", nairaForDollar(data.candidate)],
        ],
      },
      { action: "Decide in the Admin Panel", url: `${site.publicUrl}/admin` },
    ],
    reason: `You get this email because you are an administrator of ${site.brandName}.`,
  }),
};
