// The rule that says what a bidder must have done before bidding, on the site or in a sale. The server and the pages
// share it.
import type { Minor } from "./money.ts";

export const requirementNames = ["phone", "document", "approval"] as const;
export type RequirementName = (typeof requirementNames)[number];

export type BiddingRequirements = Readonly<Record<RequirementName, boolean>>;

export const noRequirements: BiddingRequirements = { phone: false, document: false, approval: false };

export const asksAnything = (asked: BiddingRequirements): boolean => requirementNames.some((name) => asked[name]);

/** The state of a document or of an approval. Null: there is none. */
export type CheckState = "waiting" | "approved" | "declined" | null;

interface Approval {
  readonly status: NonNullable<CheckState>;
  /** NGN kobo; null: no limit. */
  readonly limitMinor: Minor | null;
}

/** What the house knows of a bidder. */
export interface BidderChecks {
  readonly hasPhone: boolean;
  readonly document: CheckState;
  /** For the whole site, and for the sale of the lot. */
  readonly site: Approval | null;
  readonly sale: Approval | null;
}

/** The sale's decision comes before the site's, also if it declines. A request that waits decides nothing. */
export const approvalInForce = ({ site, sale }: Pick<BidderChecks, "site" | "sale">): Approval | null =>
  sale !== null && (sale.status !== "waiting" || site?.status !== "approved") ? sale : site;

/** The requirements that the bidder has not met, in the order in which pages name them. */
export const missingOf = (asked: BiddingRequirements, checks: BidderChecks): RequirementName[] => {
  const isMet: BiddingRequirements = {
    phone: checks.hasPhone,
    document: checks.document === "approved",
    approval: approvalInForce(checks)?.status === "approved",
  };
  return requirementNames.filter((name) => asked[name] && !isMet[name]);
};

/** Says why a site without a provider of SMS asks for no phone. */
export const NO_SMS =
  "This server sends no SMS, so nobody could verify a phone. Set TERMII_API_KEY and TERMII_SENDER first.";

const words: Readonly<Record<RequirementName, string>> = {
  phone: "a verified phone number",
  document: "a document that we have approved",
  approval: "our approval",
};

/** `To bid here you need a verified phone number and our approval.` */
export const missingWords = (missing: readonly RequirementName[]): string =>
  `To bid here you need ${missing.map((name) => words[name]).join(" and ")}.`;

/** The most that the bidder may bid, NGN kobo; null: no limit. Only an approval that is asked for has one. */
export const limitOf = (asked: BiddingRequirements, checks: BidderChecks): Minor | null => {
  const approval = asked.approval ? approvalInForce(checks) : null;
  return approval?.status === "approved" ? approval.limitMinor : null;
};
