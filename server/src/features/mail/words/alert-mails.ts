// The words of the mail to staff about what has a deadline. It names lots and amounts, but no people.
import { type Loop, loopWords } from "@jara/shared/loops";
import { formatMoney } from "@jara/shared/money";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import type { Templates } from "./words.ts";

type Item = MailData["staff-alerts"]["items"][number];

/** The most urgent thing comes first. `word` stands before the time. */
const sections: readonly { readonly kind: Item["kind"]; readonly heading: string; readonly word: string }[] = [
  {
    kind: "log-stopped",
    heading:
      "The public log is stopped, because the database does not continue what was published. Ask the person who runs the server:",
    word: "since",
  },
  {
    kind: "log-verdict",
    heading:
      "A nightly verdict is not good, and everybody can read it. Ask the person who runs the server to look at it (jara log verdict):",
    word: "published",
  },
  { kind: "buying", heading: "Buy It Now, unpaid, with at most 15 minutes left:", word: "until" },
  { kind: "stuck", heading: "Forfeits that are stuck and wait for a person:", word: "since" },
  { kind: "overdue", heading: "Wins whose payment is overdue:", word: "due since" },
  { kind: "due", heading: "Wins that are due within a day:", word: "due" },
  { kind: "withdrawal", heading: "Withdrawals that have waited for more than a working day:", word: "since" },
  {
    kind: "approval",
    heading: "Changes of money that have waited for a second person for more than a working day:",
    word: "since",
  },
  {
    kind: "bank-account",
    heading:
      "A change of the bank account has waited for more than a working day. Approve or cancel it under Settings:",
    word: "since",
  },
  { kind: "transfer", heading: "Withdrawals that are approved and could not be sent:", word: "asked for" },
  {
    kind: "set-aside",
    heading: "Background jobs put these aside, because they failed three times. The desk shows why, and can try again:",
    word: "since",
  },
  { kind: "mail", heading: "Emails that could not be sent:", word: "failed" },
];

const nameOf = ({ kind, title, note }: Item): string => {
  if (title !== null) return title;
  if (kind === "log-verdict") return `Verdict on ${note}`;
  if (kind === "log-stopped") return "Public log";
  if (kind === "set-aside") return Object.hasOwn(loopWords, note ?? "") ? loopWords[note as Loop] : "A row";
  if (kind === "bank-account") return "Bank account";
  if (kind === "mail") return `Email: ${(note ?? "").replaceAll("-", " ")}`;
  return kind === "approval" ? "Change of a balance" : "Withdrawal";
};

const factOf = (item: Item, word: string): readonly [string, string] => {
  const amount = item.amount === null ? "" : `${formatMoney(item.amount, item.currency)}, `;
  return [nameOf(item), `${amount}${word} ${writtenLagosTime(item.at)}`];
};

const known: ReadonlySet<string> = new Set(sections.map(({ kind }) => kind));

const blocksOf = (items: readonly Item[]): Block[] => {
  // A newer server, which runs beside this one, may know more kinds. Each thing is mailed once, so none is left out.
  const others = items.filter(({ kind }) => !known.has(kind)).length;
  return [
    ...sections.flatMap(({ kind, heading, word }): Block[] => {
      const own = items.filter((item) => item.kind === kind);
      return own.length === 0 ? [] : [{ paragraph: heading }, { facts: own.map((item) => factOf(item, word)) }];
    }),
    ...(others === 0 ? [] : [{ facts: [["Other things on the desk", String(others)]] as const }]),
  ];
};

/** By kind. */
export const alertTemplates: Templates<"staff-alerts"> = {
  "staff-alerts": ({ items, readAt }, site) => ({
    subject: `${items.length === 1 ? "1 thing" : `${items.length} things`} to do at ${site.brandName}`,
    heading: "This has a deadline",
    blocks: [
      { paragraph: `As of ${writtenLagosTime(readAt)}. The desk shows what is still to do.` },
      ...blocksOf(items),
      { action: "Open the desk", url: `${site.publicUrl}/admin/desk` },
    ],
    reason:
      `You get this email, at most once an hour, because you are a member of the staff of ${site.brandName}. ` +
      "You can switch these emails off on the desk.",
  }),
};
