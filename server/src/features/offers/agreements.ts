// Writes that a seller accepts proposed terms, of one item or of many. The offers' rows are locked in the order of their ids,
// so that the terms that are accepted are the newest, and an acceptance is written once.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offers } from "../../platform/database/schema/sellers.ts";
import { isAnyOf, readNow } from "../../platform/database/statements.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { notifyStaff } from "./notify-staff.ts";
import { type FoundAgreement, findAgreements } from "./queries.ts";

export const agreementNotFound = (): ErrorBody => refusal("NOT_FOUND", { message: "Agreement not found" });

interface Acceptance {
  readonly sellerId: string;
  readonly name: string;
  readonly termsVersion: string;
  /** The beginning of the address. */
  readonly network: string;
}

interface Refused {
  readonly found: FoundAgreement;
  readonly no: ErrorBody;
}

/** Accepts those of the agreements that can be accepted, all in one transaction. An accepted one stays as it is. */
export const acceptAgreements = (
  { transaction }: Database,
  ids: readonly string[],
  { sellerId, name, termsVersion, network }: Acceptance,
): Promise<ErrorBody | { readonly refused: readonly Refused[] }> =>
  transaction(async (tx) => {
    const areThese = isAnyOf(agreements.id, ids);
    // Nobody locks the offers of others.
    const areOwn = and(areThese, eq(agreements.sellerId, sellerId));
    const ofThese = tx.select({ id: agreements.offerId }).from(agreements).where(areOwn);
    await tx.select({ id: offers.id }).from(offers).where(inArray(offers.id, ofThese)).orderBy(offers.id).for("update");
    const all = await findAgreements(tx, areThese);
    if (all.length < new Set(ids).size || all.some(({ agreement }) => agreement.sellerId !== sellerId))
      return agreementNotFound();
    const refused = all.flatMap((found) => {
      const no = whyNot(found);
      return no ? { found, no } : [];
    });
    const open = all.filter((found) => whyNot(found) === null && found.agreement.acceptedAt === null);
    const [first] = open;
    if (!first) return { refused };
    if (termsVersion !== SELLER_TERMS_VERSION) {
      return refusal("AGREEMENT_STATE", { message: "The seller terms have a newer version. Please read it first." });
    }
    const accepted = open.map(({ agreement }) => agreement.id);
    const set = { acceptedAt: await readNow(tx), acceptedName: name, termsVersion, network };
    await tx.update(agreements).set(set).where(isAnyOf(agreements.id, accepted));
    const [seller] = await tx.select({ email: users.email }).from(users).where(eq(users.id, sellerId));
    if (seller) {
      const data = { agreementId: first.agreement.id, title: first.offer.content.title, others: accepted.slice(1) };
      await queueMail(tx, { kind: "agreement-accepted", data, toAddress: seller.email, userId: sellerId });
    }
    await notifyStaff(
      tx,
      open.map(({ offer }) => offer),
      "terms-accepted",
    );
    tx.wake("list:offers");
    return { refused };
  });

const whyNot = ({ agreement, offer, newest }: FoundAgreement): ErrorBody | null => {
  if (offer.status !== "accepted") {
    return refusal("AGREEMENT_STATE", { message: "This offer was declined, so its terms are withdrawn." });
  }
  return newest.id === agreement.id ? null : refusal("AGREEMENT_STATE", { agreementId: newest.id });
};
