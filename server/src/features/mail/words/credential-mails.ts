// The words of mails about passwords, e-mail addresses and devices.
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import type { MailSite, Templates } from "./words.ts";

type Kind = Extract<
  keyof MailData,
  `password-${string}` | `email-change${string}` | `passkey-${string}` | "new-device"
>;

export const passwordResetLink = (publicUrl: string, { token, email }: { token: string; email: string }): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`;
export const confirmEmailLink = (publicUrl: string, { token }: { token: string }): string =>
  `${publicUrl}/confirm-email-change?token=${encodeURIComponent(token)}`;
export const undoEmailLink = (publicUrl: string, { token }: { token: string }): string =>
  `${publicUrl}/undo-email-change?token=${encodeURIComponent(token)}`;

const ownAccount = (site: MailSite): string => `You get this email because you have an account at ${site.brandName}.`;

/** Advice for a reader who did not do what the mail reports. */
const notYou = (site: MailSite): Block[] => [
  { paragraph: "If that was not you, somebody else knows your password. Please set a new one at once:" },
  { action: "Set a new password", url: `${site.publicUrl}/forgot-password` },
];

const securityPage = (site: MailSite): string => `${site.publicUrl}/profile/security`;

const passkeysLeft = (passkeys: NonNullable<MailData["password-changed"]["passkeys"]>): Block[] =>
  passkeys.length === 0
    ? []
    : [
        { paragraph: "These passkeys still log in to your account:" },
        { facts: passkeys.map(({ device, addedAt }) => [device, `added ${writtenLagosTime(addedAt)}`] as const) },
        {
          paragraph: "If you do not know one of them, log in and remove it at “Login and security” in your profile.",
        },
      ];

export const credentialTemplates: Templates<Kind> = {
  "password-reset": (data, site) => ({
    subject: `Set a new password for ${site.brandName}`,
    heading: "Set a new password",
    blocks: [
      { paragraph: "Somebody asked for a new password for your account. If that was you, choose it here:" },
      { action: "Choose a new password", url: passwordResetLink(site.publicUrl, data) },
      ...(data.usesGoogle
        ? [{ paragraph: "At the moment you log in with Google. With a password you can log in with either of them." }]
        : []),
      { paragraph: "The link works once and expires in 30 minutes. Your new password logs all your devices out." },
      { paragraph: "If that was not you, you do not have to do anything. Your password stays as it is." },
    ],
    reason: `You get this email because this address was entered at “Forgot password” of ${site.brandName}.`,
  }),

  "password-reset-suspended": (_data, site) => ({
    subject: `Your account at ${site.brandName} is suspended`,
    heading: "Your account is suspended",
    blocks: [
      { paragraph: "Somebody asked for a new password for your account. A suspended account cannot get one." },
      { paragraph: "Please contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because this address was entered at “Forgot password” of ${site.brandName}.`,
  }),

  "password-changed": ({ at, passkeys = [] }, site) => ({
    subject: `Your password for ${site.brandName} was changed`,
    heading: "Your password was changed",
    blocks: [
      { facts: [["Changed", writtenLagosTime(at)]] },
      { paragraph: "All other devices were logged out. If that was you, you do not have to do anything." },
      ...passkeysLeft(passkeys),
      ...notYou(site),
    ],
    reason: ownAccount(site),
  }),

  "email-change-confirm": (data, site) => ({
    subject: `Confirm your new email address for ${site.brandName}`,
    heading: "Confirm your new email address",
    blocks: [
      { paragraph: `Somebody wants to use this address for their account at ${site.brandName}. If that was you:` },
      { action: "Use this address", url: confirmEmailLink(site.publicUrl, data) },
      { paragraph: "The link works once and expires in 24 hours. Until then the old address stays." },
    ],
    reason:
      "You get this email because somebody entered this address for their account. If that was not you, ignore it.",
  }),

  "email-change-taken": (_data, site) => ({
    subject: `You already have an account at ${site.brandName}`,
    heading: "This address has an account",
    blocks: [
      {
        paragraph:
          "Somebody wants to use this address for another account. It has an account already, so nothing was changed.",
      },
      { paragraph: "If that was you, log in with this address:" },
      { action: "Log in", url: `${site.publicUrl}/login` },
      { paragraph: "If that was not you, you do not have to do anything." },
    ],
    reason: ownAccount(site),
  }),

  "email-change-requested": (data, site) => ({
    subject: `A change of your email address at ${site.brandName} was requested`,
    heading: "A change of your email address was requested",
    blocks: [
      { paragraph: "Somebody who knows your password asked for another address for your account:" },
      { facts: [["New address", data.newEmail]] },
      { paragraph: "If that was you, open the link in our email to the new address." },
      {
        paragraph:
          "If that was not you, stop it here. We then log all devices out and send you a link for a new password:",
      },
      { action: "That was not me", url: undoEmailLink(site.publicUrl, data) },
      { paragraph: "The link works for 24 hours, and for 24 hours after the change." },
    ],
    reason: ownAccount(site),
  }),

  "email-changed": (data, site) => ({
    subject: `Your email address at ${site.brandName} was changed`,
    heading: "Your email address was changed",
    blocks: [
      { paragraph: "From now on, emails go to the new address, and you log in with it:" },
      {
        facts: [
          ["New address", data.newEmail],
          ["Can be taken back until", writtenLagosTime(data.undoUntil)],
        ],
      },
      {
        paragraph:
          "If that was not you, take it back. We then log all devices out and send you a link for a new password:",
      },
      { action: "Take it back", url: undoEmailLink(site.publicUrl, data) },
    ],
    reason: `You get this email because this was the address of your account at ${site.brandName}.`,
  }),

  "email-change-undone": (data, site) => ({
    subject: `The change of your email address at ${site.brandName} was undone`,
    heading: "The change of your email address was undone",
    blocks: [
      {
        paragraph:
          "You took the change back. All devices are logged out, all passkeys are removed, and the old password does not " +
          "work any more.",
      },
      ...(data.isSuspended
        ? [
            { paragraph: "Your account is suspended, so it cannot get a new password now. Please contact our team:" },
            { contacts: site.contact },
          ]
        : [
            { action: "Choose a new password", url: passwordResetLink(site.publicUrl, data) },
            { paragraph: "The link works once and expires in 30 minutes. You get another one at “Forgot password”." },
          ]),
    ],
    reason: ownAccount(site),
  }),

  "passkey-added": ({ device, at }, site) => ({
    subject: `New passkey for your ${site.brandName} account`,
    heading: "A passkey was added",
    blocks: [
      { paragraph: "From now on, this passkey logs in to your account, without your password:" },
      {
        facts: [
          ["Added with", device],
          ["Time", writtenLagosTime(at)],
        ],
      },
      { paragraph: "If that was you, you do not have to do anything." },
      { paragraph: "If that was not you, remove the passkey, log all other devices out, and set a new password:" },
      { action: "Remove the passkey", url: securityPage(site) },
    ],
    reason: ownAccount(site),
  }),

  "passkey-removed": ({ device, addedAt, at }, site) => ({
    subject: `A passkey of your ${site.brandName} account was removed`,
    heading: "A passkey was removed",
    blocks: [
      { paragraph: "This passkey does not log in to your account any more:" },
      {
        facts: [
          ["Added with", device],
          ["Added", writtenLagosTime(addedAt)],
          ["Removed", writtenLagosTime(at)],
        ],
      },
      { paragraph: "If that was you, you do not have to do anything. You can also delete it on your device." },
      { paragraph: "If that was not you, log all other devices out, and set a new password:" },
      { action: "Look at your devices", url: securityPage(site) },
    ],
    reason: ownAccount(site),
  }),

  "passkey-refused": ({ device, addedAt, at }, site) => ({
    subject: `A passkey of your ${site.brandName} account may have been copied`,
    heading: "We refused one of your passkeys",
    blocks: [
      {
        paragraph:
          "Somebody used this passkey, and its counter did not match its last use. That happens if a copy of it exists. We " +
          "refused it this time:",
      },
      {
        facts: [
          ["Added with", device],
          ["Added", writtenLagosTime(addedAt)],
          ["Refused", writtenLagosTime(at)],
        ],
      },
      { paragraph: "Please remove it and add a new one, even if that was you:" },
      { action: "Look at your passkeys", url: securityPage(site) },
    ],
    reason: ownAccount(site),
  }),

  "new-device": ({ device, place, at }, site) => ({
    subject: `New login to your ${site.brandName} account`,
    heading: "New login to your account",
    blocks: [
      { paragraph: "Somebody logged in to your account with a device that we have not seen before:" },
      {
        facts: [
          ["Device", device],
          ["Network", place],
          ["Time", writtenLagosTime(at)],
        ],
      },
      { paragraph: "If that was you, you do not have to do anything." },
      ...notYou(site),
    ],
    reason: ownAccount(site),
  }),
};
