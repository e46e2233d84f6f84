// The writes of the staff about an offer: review it, write to the seller, accept it with terms, decline it. The offers' rows
// are locked first, in the order of their ids, then the member of the staff.
import { randomUUID } from "node:crypto";
import { toBasisPoints } from "@jara/shared/basis-points";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import { AGREEMENTS_AT_ONCE, USUAL_VAT_PERCENT } from "@jara/shared/offer-limits";
import type { Permission } from "@jara/shared/permissions";
import type { ProposedTerms } from "@jara/shared/rest/agreements";
import type { OfferContent } from "@jara/shared/rest/offers";
import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writeEnteredOffer } from "../../platform/database/entered-offer.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { agreements, offers } from "../../platform/database/schema/sellers.ts";
import { type CodedSeller, codedSeller, giveSellerCode } from "../../platform/database/seller-codes.ts";
import { isAnyOf, readNow } from "../../platform/database/statements.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { lotsOf, waitsForTerms } from "./queries.ts";
import { addMessage, offerChanged, offerNotFound } from "./save-offer.ts";
import type { AgreementRow, OfferRow } from "./views.ts";

type Result = ErrorBody | { readonly id: string };

interface OfStaff {
  readonly id: string;
  readonly actorId: string;
  readonly permission: Permission;
  /** The condition on other offers that are locked with it, which may depend on its seller. */
  readonly others?: (tx: Db, sellerId: string) => SQL | undefined;
}

/** Locks an offer for a member of the staff, who is not its seller, and the others in the order of their ids. */
const asStaff = <T extends object = { readonly id: string }>(
  { transaction }: Database,
  { id, actorId, permission, others }: OfStaff,
  work: (tx: Db, offer: OfferRow, others: readonly OfferRow[]) => Promise<ErrorBody | T>,
): Promise<ErrorBody | T> =>
  transaction(async (tx): Promise<ErrorBody | T> => {
    const locked = await lockOffers(tx, id, others);
    const offer = locked.find((one) => one.id === id);
    if (!offer || offer.status === "draft") return offerNotFound();
    if (offer.sellerId === actorId) {
      return refusal("CONFLICT_OF_INTEREST", { message: "This is your own offer: somebody else must do this." });
    }
    if (!(await lockActor(tx, actorId, permission))) return refusal("FORBIDDEN");
    const result = await work(
      tx,
      offer,
      locked.filter((one) => one.id !== id),
    );
    tx.wake("list:offers");
    return result;
  });

const lockOffers = async (tx: Db, id: string, others: OfStaff["others"]): Promise<OfferRow[]> => {
  const isThis = eq(offers.id, id);
  if (!others) return await tx.select().from(offers).where(isThis).for("update");
  // An offer never gets another seller.
  const [of] = await tx.select({ sellerId: offers.sellerId }).from(offers).where(isThis);
  if (!of) return [];
  const isOther = others(tx, of.sellerId);
  const more = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(isOther)
    .orderBy(offers.id)
    .limit(AGREEMENTS_AT_ONCE);
  const ids = [id, ...more.map((one) => one.id)];
  return await tx
    .select()
    .from(offers)
    .where(and(isAnyOf(offers.id, ids), or(isThis, isOther)))
    .orderBy(offers.id)
    .for("update");
};

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

interface Proposed {
  readonly id: string;
  /** How many other offers got terms too. */
  readonly others: number;
}

/** Accepts the offer, or proposes other terms for an accepted one. The seller gets one mail, also of many offers. */
export const proposeTerms = (
  database: Database,
  actorId: string,
  { id, terms }: { readonly id: string; readonly terms: ProposedTerms },
): Promise<ErrorBody | Proposed> => {
  const others = (tx: Db, sellerId: string) => waitsForTerms(tx, sellerId, terms.currency);
  const asked = { id, actorId, permission: "auctions:run" as const, ...(terms.others && { others }) };
  return asStaff<Proposed>(database, asked, async (tx, offer, waiting) => {
    if (offer.status === "declined") return refusal("OFFER_STATE", { message: "This offer was declined." });
    if (terms.revision !== undefined && terms.revision !== offer.revision) return offerChanged();
    const proposed = termsOf(terms);
    const own = await proposeTo(tx, offer, proposed, actorId);
    const lots = await lotsOf(
      tx,
      waiting.map((one) => one.id),
    );
    const made: MadeTerms[] = own ? [own] : [];
    for (const one of waiting) {
      const lot = lots.get(one.id);
      const { startingPriceMinor = proposed.startingPriceMinor, reserveMinor = null } = lot ?? {};
      const terms = lot && (await proposeTo(tx, one, { ...proposed, startingPriceMinor, reserveMinor }, actorId));
      if (terms) made.push(terms);
    }
    const [first, ...more] = made;
    if (first) {
      const { offer: of, agreementId, version, at } = first;
      const data = { agreementId, isChanged: version > 1, at: toIso(at) };
      await tellSeller(tx, of, "offer-accepted", { ...data, ...(more.length > 0 && { others: more.length }) });
    }
    return { id, others: made.filter((one) => one.offer.id !== id).length };
  });
};

interface MadeTerms {
  readonly offer: OfferRow;
  readonly agreementId: string;
  readonly version: number;
  readonly at: number;
}

/** Null: the newest terms are the same. */
const proposeTo = async (
  tx: Db,
  offer: OfferRow,
  proposed: ReturnType<typeof termsOf>,
  actorId: string,
): Promise<MadeTerms | null> => {
  const [newest] = await tx
    .select()
    .from(agreements)
    .where(eq(agreements.offerId, offer.id))
    .orderBy(desc(agreements.version))
    .limit(1);
  if (newest && isSame(proposed, newest)) return null;
  const at = await readNow(tx);
  const agreementId = randomUUID();
  const version = (newest?.version ?? 0) + 1;
  const of = { id: agreementId, offerId: offer.id, sellerId: offer.sellerId, version };
  await tx.insert(agreements).values({ ...of, ...proposed, proposedAt: at, proposedBy: actorId });
  if (offer.status !== "accepted") {
    const decision = { status: "accepted" as const, decidedAt: at, decidedBy: actorId };
    await tx
      .update(offers)
      .set({ ...decision, updatedAt: at })
      .where(eq(offers.id, offer.id));
  }
  const details = { offerId: offer.id, agreementId, version, ...proposed };
  await recordAction(tx, { actorId, userId: offer.sellerId, action: "terms proposed", details });
  return { offer, agreementId, version, at };
};

export interface EnteredOffer {
  readonly id: string;
  readonly actorId: string;
  /** A username or an e-mail address. */
  readonly seller: string;
  readonly content: Partial<OfferContent>;
}

/** `named`: a username or an e-mail address of a verified account. */
const sellerNamed = async (tx: Db, named: string): Promise<{ readonly id: string } | null> => {
  const isNamed = or(sql`lower(${users.email}) = lower(${named})`, eq(users.username, named));
  const isActive = and(isNull(users.deletedAt), isNull(users.bannedAt), isNotNull(users.emailVerifiedAt));
  const [seller = null] = await tx.select({ id: users.id }).from(users).where(and(isNamed, isActive));
  return seller;
};

const nobodyNamed = (): ErrorBody => {
  const message = "There is no verified account with this name or address.";
  return refusal("INVALID", { message, issues: [{ path: "seller", message }] });
};

/** A person who has a code keeps it, and nothing is recorded again. */
export const giveCode = (
  { transaction }: Database,
  { actorId, seller: named }: Pick<EnteredOffer, "actorId" | "seller">,
): Promise<ErrorBody | CodedSeller> =>
  transaction(async (tx): Promise<ErrorBody | CodedSeller> => {
    const person = await sellerNamed(tx, named);
    if (!person) return nobodyNamed();
    if (person.id === actorId) {
      return refusal("CONFLICT_OF_INTEREST", {
        message: "Somebody else must give you a code, and import your items.",
      });
    }
    if (!(await lockActor(tx, actorId, "lots:edit"))) return refusal("FORBIDDEN");
    const isNew = await giveSellerCode(tx, person.id);
    const seller = await codedSeller(tx, person.id);
    if (isNew) {
      const details = { code: seller.code };
      await recordAction(tx, { actorId, userId: person.id, action: "seller code given", details });
    }
    return seller;
  });

/** An offer that somebody sent in another way. It needs no photos, because staff have seen what came. */
export const enterOffer = ({ transaction }: Database, entered: EnteredOffer): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const { id, actorId, seller: named } = entered;
    const [same] = await tx.select({ by: offers.enteredBy }).from(offers).where(eq(offers.id, id));
    if (same) return same.by === actorId ? { id } : refusal("COMMAND_ID_REUSED");
    const seller = await sellerNamed(tx, named);
    if (!seller) return nobodyNamed();
    if (seller.id === actorId) {
      return refusal("CONFLICT_OF_INTEREST", {
        message: "Offer your own item yourself: somebody else must review it.",
      });
    }
    if (!(await lockActor(tx, actorId, "lots:edit"))) return refusal("FORBIDDEN");
    await writeEnteredOffer(tx, { id, actorId, sellerId: seller.id, content: entered.content });
    return { id };
  });
