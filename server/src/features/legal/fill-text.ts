// Fills the placeholders of a legal text with the site's settings, so that the text says what this site really does.
import type { Config } from "../../config.ts";

export type LegalSettings = Pick<Config, "brandName" | "operator" | "staffMayBid" | "balanceRule" | "maxUnpaidWins"> & {
  readonly contact: { readonly email: string; readonly whatsapp: string };
};

const numerals = ["", "one", "two", "three", "four", "five"];

const valuesOf = ({ brandName, operator, contact, staffMayBid, balanceRule, maxUnpaidWins }: LegalSettings) => ({
  brand: brandName,
  operator: operator.address ? `${operator.name}, ${operator.address}` : operator.name,
  runBy:
    operator.address || operator.name !== brandName
      ? `${brandName} is run by ${[operator.name, operator.address].filter(Boolean).join(", ")}.`
      : "",
  email: contact.email,
  whatsapp: contact.whatsapp,
  staffRule: staffMayBid
    ? "Our staff may bid. Whoever does loses all rights of the staff on that lot, and sees no more of it than you do."
    : "Our staff do not bid on this site, because they see reserve prices and bidders' names.",
  balanceRule:
    balanceRule === "hold"
      ? "That part of your balance is bound until you are outbid, for a maximum until you cancel it, and at most until the auction ends, so that your bids on several lots cannot use the same money."
      : "It is a check: nothing is taken until you win.",
  unpaidRule:
    maxUnpaidWins === 1
      ? "After one unpaid win you cannot bid or buy until it is settled."
      : `After ${numerals[maxUnpaidWins] ?? maxUnpaidWins} unpaid wins you cannot bid or buy until they are settled.`,
});

/** Markdown gives these characters a meaning, so they are escaped. */
const escaped = (value: string): string => value.replace(/[\\`*_[\]<>#|~]/g, "\\$&");

/** Throws if the text has a placeholder without a value, which a test would find first. */
export const fillText = (text: string, settings: LegalSettings): string => {
  const values: Readonly<Record<string, string>> = valuesOf(settings);
  return text.trim().replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the legal texts have no value ${name}`);
    return escaped(value);
  });
};
