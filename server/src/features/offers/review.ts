// The writes of the staff about an offer: review it, write to the seller, accept it with terms, decline it. The offer's
// row is locked first, then the member of the staff.
import { randomUUID } from "node:crypto";
import { toBasisPoints } from "@jara/shared/basis-points";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import { USUAL_VAT_PERCENT } from "@jara/shared/offer-limits";
import type { Permission } from "@jara/shared/permissions";
import type { ProposedTerms } from "@jara/shared/rest/agreements";
import type { OfferContent } from "@jara/shared/rest/offers";
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writeEnteredOffer } from "../../platform/database/entered-offer.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offers } from "../../platform/database/schema/sellers.ts";
import { readNow } from "../../platform/database/statements.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { lotsOf } from "./queries.ts";
import { addMessage, offerChanged, offerNotFound } from "./save-offer.ts";
import type { AgreementRow, OfferRow } from "./views.ts";

type Result = ErrorBody | { readonly id: string };

/** Locks an offer for a member of the staff, who is not its seller. */
const asStaff = (
  { transaction }: Database,
  { id, actorId, permission }: { readonly id: string; readonly actorId: string; readonly permission: Permission },
  work: (tx: Db, offer: OfferRow) => Promise<Result>,
): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const [offer] = await tx.select().from(offers).where(eq(offers.id, id)).for("update");
    if (!offer || offer.status === "draft") return offerNotFound();
    if (offer.sellerId === actorId) {
      return refusal("CONFLICT_OF_INTEREST", { message: "This is your own offer: somebody else must do this." });
    }
    if (!(await lockActor(tx, actorId, permission))) return refusal("FORBIDDEN");
    const result = await work(tx, offer);
    tx.wake("list:offers");
    return result;
  });

type OfferMail = "offer-message" | "offer-accepted" | "offer-declined";
const tellSeller = async <K extends OfferMail>(
  tx: Db,
  { sellerId, content }: OfferRow,
  kind: K,
  data: Omit<MailData[K], "title">,
): Promise<void> => {
  const [seller] = await tx.select({ email: users.email }).from(users).where(eq(users.id, sellerId));
  if (!seller) return;
  const whole = { title: content.title, ...data } as MailData[K];
  await queueMail(tx, { kind, data: whole, toAddress: seller.email, userId: sellerId });
};

export const beginReview = (database: Database, actorId: string, id: string): Promise<Result> =>
  asStaff(database, { id, actorId, permission: "lots:edit" }, async (tx, offer) => {
    if (offer.status !== "offered") return { id };
    await tx
      .update(offers)
      .set({ status: "in-review", updatedAt: await readNow(tx) })
      .where(eq(offers.id, id));
    return { id };
  });

export const writeAsStaff = (database: Database, actorId: string, id: string, text: string): Promise<Result> =>
  asStaff(database, { id, actorId, permission: "lots:edit" }, async (tx, offer) => {
    const no = await addMessage(tx, { offerId: id, authorId: actorId, by: "staff", text });
    if (no) return no;
    if (offer.status === "offered") {
      await tx
        .update(offers)
        .set({ status: "in-review", updatedAt: await readNow(tx) })
        .where(eq(offers.id, id));
    }
    await tellSeller(tx, offer, "offer-message", { offerId: id, text });
    return { id };
  });

export const declineOffer = (
  database: Database,
  actorId: string,
  { id, revision, reason }: { readonly id: string; readonly revision: number; readonly reason: string },
): Promise<Result> =>
  asStaff(database, { id, actorId, permission: "lots:edit" }, async (tx, offer) => {
    if (offer.status === "declined") return offerChanged();
    if (offer.revision !== revision) return offerChanged();
    if ((await lotsOf(tx, [id])).size > 0) {
      return refusal("OFFER_STATE", { message: "A lot was made of this offer. Delete or cancel the lot instead." });
    }
    const now = await readNow(tx);
    const decision = { status: "declined" as const, declineReason: reason, decidedAt: now, decidedBy: actorId };
    await tx
      .update(offers)
      .set({ ...decision, updatedAt: now })
      .where(eq(offers.id, id));
    await recordAction(tx, {
      actorId,
      userId: offer.sellerId,
      action: "offer declined",
      details: { offerId: id, reason },
    });
    await tellSeller(tx, offer, "offer-declined", { offerId: id, reason });
    return { id };
  });

const termsOf = (terms: ProposedTerms) => ({
  currency: terms.currency,
  startingPriceMinor: toMinor(terms.startingPrice),
  reserveMinor: terms.reservePrice == null ? null : toMinor(terms.reservePrice),
  commissionPoints: toBasisPoints(terms.commissionPercent) as number,
  leastCommissionMinor: toMinor(terms.leastCommission),
  vatPoints: toBasisPoints(terms.vatPercent ?? USUAL_VAT_PERCENT) as number,
  charges: terms.charges.map(({ text, amount }) => ({ text, amountMinor: toMinor(amount) })),
});

const isSame = (a: ReturnType<typeof termsOf>, row: AgreementRow): boolean =>
  a.currency === row.currency &&
  a.startingPriceMinor === row.startingPriceMinor &&
  a.reserveMinor === row.reserveMinor &&
  a.commissionPoints === row.commissionPoints &&
  a.leastCommissionMinor === row.leastCommissionMinor &&
  a.vatPoints === row.vatPoints &&
  JSON.stringify(a.charges) === JSON.stringify(row.charges.map(({ text, amountMinor }) => ({ text, amountMinor })));

/** Accepts the offer, or proposes other terms for an accepted one. */
export const proposeTerms = (
  database: Database,
  actorId: string,
  { id, terms }: { readonly id: string; readonly terms: ProposedTerms },
): Promise<Result> =>
  asStaff(database, { id, actorId, permission: "auctions:run" }, async (tx, offer) => {
    if (offer.status === "declined") return refusal("OFFER_STATE", { message: "This offer was declined." });
    if (terms.revision !== undefined && terms.revision !== offer.revision) return offerChanged();
    const proposed = termsOf(terms);
    const [newest] = await tx
      .select()
      .from(agreements)
      .where(eq(agreements.offerId, id))
      .orderBy(desc(agreements.version))
      .limit(1);
    if (newest && isSame(proposed, newest)) return { id };
    const now = await readNow(tx);
    const agreementId = randomUUID();
    const version = (newest?.version ?? 0) + 1;
    const of = { id: agreementId, offerId: id, sellerId: offer.sellerId, version };
    await tx.insert(agreements).values({ ...of, ...proposed, proposedAt: now, proposedBy: actorId });
    if (offer.status !== "accepted") {
      const decision = { status: "accepted" as const, decidedAt: now, decidedBy: actorId };
      await tx
        .update(offers)
        .set({ ...decision, updatedAt: now })
        .where(eq(offers.id, id));
    }
    const details = { offerId: id, agreementId, version, ...proposed };
    await recordAction(tx, { actorId, userId: offer.sellerId, action: "terms proposed", details });
    await tellSeller(tx, offer, "offer-accepted", { agreementId, isChanged: version > 1, at: toIso(now) });
    return { id };
  });

export interface EnteredOffer {
  readonly id: string;
  readonly actorId: string;
  /** A username or an e-mail address. */
  readonly seller: string;
  readonly content: Partial<OfferContent>;
}

/** An offer that somebody sent in another way. It needs no photos, because staff have seen what came. */
export const enterOffer = ({ transaction }: Database, entered: EnteredOffer): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const { id, actorId, seller: named } = entered;
    const [same] = await tx.select({ by: offers.enteredBy }).from(offers).where(eq(offers.id, id));
    if (same) return same.by === actorId ? { id } : refusal("COMMAND_ID_REUSED");
    const isNamed = or(sql`lower(${users.email}) = lower(${named})`, eq(users.username, named));
    const isActive = and(isNull(users.deletedAt), isNull(users.bannedAt), isNotNull(users.emailVerifiedAt));
    const [seller] = await tx.select({ id: users.id }).from(users).where(and(isNamed, isActive));
    if (!seller) {
      const message = "There is no verified account with this name or address.";
      return refusal("INVALID", { message, issues: [{ path: "seller", message }] });
    }
    if (seller.id === actorId) {
      return refusal("CONFLICT_OF_INTEREST", {
        message: "Offer your own item yourself: somebody else must review it.",
      });
    }
    if (!(await lockActor(tx, actorId, "lots:edit"))) return refusal("FORBIDDEN");
    await writeEnteredOffer(tx, { id, actorId, sellerId: seller.id, content: entered.content });
    return { id };
  });
