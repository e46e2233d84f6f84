// Writes that a seller accepts the proposed terms. The offer's row is locked, so that the terms that are accepted are the
// newest, and an acceptance is written once.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offers } from "../../platform/database/schema/sellers.ts";
import { readNow } from "../../platform/database/statements.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { notifyStaff } from "./notify-staff.ts";
import { findAgreement } from "./queries.ts";

export const agreementNotFound = (): ErrorBody => refusal("NOT_FOUND", { message: "Agreement not found" });

interface Acceptance {
  readonly id: string;
  readonly sellerId: string;
  readonly name: string;
  readonly termsVersion: string;
  /** The beginning of the address. */
  readonly network: string;
}

export const acceptAgreement = (
  { transaction }: Database,
  { id, sellerId, name, termsVersion, network }: Acceptance,
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const [of] = await tx.select({ offerId: agreements.offerId }).from(agreements).where(eq(agreements.id, id));
    if (!of) return agreementNotFound();
    await tx.select({ id: offers.id }).from(offers).where(eq(offers.id, of.offerId)).for("update");
    const found = await findAgreement(tx, id);
    if (!found || found.agreement.sellerId !== sellerId) return agreementNotFound();
    const { agreement, offer, newest } = found;
    if (offer.status !== "accepted") {
      return refusal("AGREEMENT_STATE", { message: "This offer was declined, so its terms are withdrawn." });
    }
    if (newest.id !== id) return refusal("AGREEMENT_STATE", { agreementId: newest.id });
    if (agreement.acceptedAt !== null) return null;
    if (termsVersion !== SELLER_TERMS_VERSION) {
      return refusal("AGREEMENT_STATE", { message: "The seller terms have a newer version. Please read it first." });
    }
    const accepted = { acceptedAt: await readNow(tx), acceptedName: name, termsVersion, network };
    await tx.update(agreements).set(accepted).where(eq(agreements.id, id));
    const [seller] = await tx.select({ email: users.email }).from(users).where(eq(users.id, sellerId));
    if (seller) {
      const data = { agreementId: id, title: offer.content.title };
      await queueMail(tx, { kind: "agreement-accepted", data, toAddress: seller.email, userId: sellerId });
    }
    await notifyStaff(tx, offer, "terms-accepted");
    tx.wake("list:offers");
    return null;
  });
