// The words of the mails about withdrawals and bank accounts.
import { formatMoney } from "@jara/shared/money";
import { WITHDRAWAL_COST, WITHDRAWAL_TIME } from "@jara/shared/withdrawal-words";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import type { MailSite, Templates } from "./words.ts";

type Kind = Extract<keyof MailData, `withdrawal-${string}` | "bank-account-added">;

const ownWithdrawal = "You get this email because you withdraw money from your balance.";

/** The last four digits. Mail is read by more people than one thinks. */
const endOf = (accountNumber: string): string => `…${accountNumber.slice(-4)}`;

const withdrawalFacts = (data: MailData["withdrawal-requested"]): Block => ({
  facts: [
    ["Amount", formatMoney(data.amount, "NGN")],
    ["Bank", data.bankName],
    ["Account number", endOf(data.accountNumber)],
  ],
});

const withdrawalsLink = (site: MailSite): Block => ({
  action: "See your withdrawals",
  url: `${site.publicUrl}/profile/withdraw`,
});

export const withdrawalTemplates: Templates<Kind> = {
  "bank-account-added": (data, site) => ({
    subject: `A bank account was added to your ${site.brandName} account`,
    heading: "A bank account was added",
    blocks: [
      { paragraph: "This bank account was added to your account, so that money from your balance can be sent to it:" },
      {
        facts: [
          ["Bank", data.bankName],
          ["Account number", endOf(data.accountNumber)],
          ["Name", data.accountName],
          ["Can be used from", writtenLagosTime(data.usableAt)],
        ],
      },
      { paragraph: "If that was you, you do not have to do anything." },
      { paragraph: "If that was not you, somebody else knows your password. Before the time above:" },
      {
        steps: [
          "Remove the bank account on the page “Withdraw money”.",
          "Write to our team. We stop withdrawals and help you to secure your account.",
        ],
      },
      { action: "See your bank accounts", url: `${site.publicUrl}/profile/withdraw` },
      { contacts: site.contact },
    ],
    reason: `You get this email because it is about the security of your account at ${site.brandName}.`,
  }),

  "withdrawal-requested": (data, site) => ({
    subject: `Withdrawal of ${formatMoney(data.amount, "NGN")} requested`,
    heading: "You asked for a withdrawal",
    blocks: [
      { paragraph: `The amount has left your balance. ${WITHDRAWAL_TIME} ${WITHDRAWAL_COST}` },
      withdrawalFacts(data),
      { paragraph: "Until it is approved you can cancel it, and the money is back at once." },
      withdrawalsLink(site),
      { paragraph: "If that was not you, cancel it there and write to our team:" },
      { contacts: site.contact },
    ],
    reason: ownWithdrawal,
  }),

  "withdrawal-sent": (data, site) => ({
    subject: `Withdrawal of ${formatMoney(data.amount, "NGN")} sent`,
    heading: "Your money is on its way",
    blocks: [
      { paragraph: "Your withdrawal was approved and sent to your bank. Most transfers arrive within minutes." },
      withdrawalFacts(data),
      withdrawalsLink(site),
    ],
    reason: ownWithdrawal,
  }),

  "withdrawal-paid": (data, site) => ({
    subject: `Withdrawal of ${formatMoney(data.amount, "NGN")} paid`,
    heading: "Your withdrawal is paid",
    blocks: [
      { paragraph: "Your bank confirmed the transfer. Some banks take a little longer to show it." },
      withdrawalFacts(data),
      withdrawalsLink(site),
    ],
    reason: ownWithdrawal,
  }),

  "withdrawal-refused": (data, site) => ({
    subject: `Withdrawal of ${formatMoney(data.amount, "NGN")} refused`,
    heading: "Your withdrawal was refused",
    blocks: [
      { paragraph: `Our team refused this withdrawal. They wrote: “${data.reason}”` },
      withdrawalFacts(data),
      { paragraph: "The money is back in your balance. If you have a question, write to our team:" },
      { contacts: site.contact },
      withdrawalsLink(site),
    ],
    reason: ownWithdrawal,
  }),

  "withdrawal-failed": (data, site) => ({
    subject: `Withdrawal of ${formatMoney(data.amount, "NGN")} failed`,
    heading: "Your withdrawal did not arrive",
    blocks: [
      { paragraph: data.reason },
      withdrawalFacts(data),
      {
        paragraph:
          "The money is back in your balance. Please check with your bank that the account can receive money, and try again.",
      },
      withdrawalsLink(site),
    ],
    reason: ownWithdrawal,
  }),
};
