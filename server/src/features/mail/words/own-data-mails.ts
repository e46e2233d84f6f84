// The words of mails about the deletion of an account.
import { obstacleWords } from "@jara/shared/rest/own-data";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { Templates } from "./words.ts";

/** By kind. */
export const ownDataTemplates: Templates<
  "deletion-requested" | "deletion-requested-after-change" | "account-deleted" | "deletion-refused"
> = {
  "deletion-requested": ({ dueAt }, site) => ({
    subject: `Your account at ${site.brandName} will be deleted`,
    heading: "Your account will be deleted",
    blocks: [
      {
        paragraph: "You asked us to delete your account. Until then you can log in, but the account cannot bid or buy.",
      },
      { facts: [["Deleted on", writtenLagosTime(dueAt)]] },
      {
        paragraph:
          "Before that time you can download your data, or choose “Keep my account”. Afterwards nobody can bring the " +
          "account back.",
      },
      { action: "Your data", url: `${site.publicUrl}/profile/privacy` },
      { paragraph: "If that was not you, keep the account and change your password at once." },
    ],
    reason: `You get this email because you have an account at ${site.brandName}.`,
  }),

  "deletion-requested-after-change": ({ dueAt, undoUntil }, site) => ({
    subject: `An account at ${site.brandName} will be deleted`,
    heading: "The account that had this address will be deleted",
    blocks: [
      { paragraph: "Somebody asked us to delete the account that had this email address before it was changed." },
      {
        facts: [
          ["Deleted on", writtenLagosTime(dueAt)],
          ["The change can be taken back until", writtenLagosTime(undoUntil)],
        ],
      },
      { paragraph: "If that was you, you do not have to do anything." },
      {
        paragraph:
          "If that was not you, open the link “Take it back” in our email about the change of the address. It also stops the " +
          "deletion. If you do not find that email, write to our team:",
      },
      { contacts: site.contact },
    ],
    reason: `You get this email because this was the address of your account at ${site.brandName}.`,
  }),

  "account-deleted": (_data, site) => ({
    subject: `Your account at ${site.brandName} is deleted`,
    heading: "Your account is deleted",
    blocks: [
      {
        paragraph:
          "Your name, addresses, phone number, password, devices, bank accounts and emails are deleted. Bids and payments stay " +
          "under a made-up name.",
      },
      { paragraph: "Receipts stay as they were written, because the law on accounts requires it." },
      { paragraph: "If you have questions, write to our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because you had an account at ${site.brandName}. It is the last one.`,
  }),

  "deletion-refused": ({ reasons }, site) => ({
    subject: `Your account at ${site.brandName} was not deleted`,
    heading: "Your account was not deleted",
    blocks: [
      { paragraph: "The week is over, but something prevents the deletion now. So your account stays as it is:" },
      ...reasons.map((reason) => ({ paragraph: obstacleWords[reason] })),
      { paragraph: "You can ask for the deletion again afterwards." },
      { action: "Your data", url: `${site.publicUrl}/profile/privacy` },
    ],
    reason: `You get this email because you asked us to delete your account at ${site.brandName}.`,
  }),
};
