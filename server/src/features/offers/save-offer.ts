// The writes of an offer by its seller. A write locks the offer's row, or the seller's for a new one, so that several at
// once come one after the other.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { whatIsMissing } from "@jara/shared/offer-complete";
import { OFFER_MESSAGES_MAX, OPEN_OFFERS_MAX } from "@jara/shared/offer-limits";
import type { OfferContent } from "@jara/shared/rest/offers";
import { and, count, eq, inArray } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { emptyContent, uploadsIn } from "../../platform/database/entered-offer.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { uploads } from "../../platform/database/schema/media.ts";
import { offerMessages, offers } from "../../platform/database/schema/sellers.ts";
import { giveSellerCode } from "../../platform/database/seller-codes.ts";
import { readNow } from "../../platform/database/statements.ts";
import { notifyStaff } from "./notify-staff.ts";
import type { OfferRow } from "./views.ts";

type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Result = ErrorBody | { readonly id: string };

export const offerNotFound = (): ErrorBody => refusal("NOT_FOUND", { message: "Offer not found" });
export const offerChanged = (): ErrorBody => refusal("OFFER_STATE");
const decided = (): ErrorBody => refusal("OFFER_STATE", { message: "This offer is decided, so it cannot change." });

const withFields = (before: OfferContent, given: Partly<OfferContent>): OfferContent =>
  ({ ...emptyContent, ...before, ...withoutUndefined(given) }) as OfferContent;
const withoutUndefined = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Refuses files that the seller did not upload for an offer, and more of them than once. */
const whyNotMedia = async (tx: Db, sellerId: string, before: OfferContent, after: OfferContent) => {
  const names = uploadsIn(after);
  const message = "Some of the photos or videos cannot be used. Please upload them again.";
  const refused = refusal("INVALID", { message, issues: [{ path: "media", message }] });
  if (names.includes("") || new Set(names).size < names.length) return refused;
  const known = new Set(uploadsIn(before));
  const added = names.filter((name) => !known.has(name));
  if (added.length === 0) return null;
  const own = await tx
    .select({ name: uploads.name })
    .from(uploads)
    .where(and(inArray(uploads.name, added), eq(uploads.ownerId, sellerId)));
  return own.length === added.length ? null : refused;
};

export const createOffer = (
  { transaction }: Database,
  sellerId: string,
  id: string,
  given: Partly<OfferContent>,
): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const seller = (await lockPeople(tx, [sellerId])).get(sellerId);
    if (!seller || seller.bannedAt !== null || seller.emailVerifiedAt === null) return refusal("FORBIDDEN");
    const [same] = await tx.select({ sellerId: offers.sellerId }).from(offers).where(eq(offers.id, id));
    if (same) return same.sellerId === sellerId ? { id } : refusal("COMMAND_ID_REUSED");
    const isOpen = inArray(offers.status, ["draft", "offered", "in-review"]);
    const open = await tx.$count(offers, and(eq(offers.sellerId, sellerId), isOpen));
    if (open >= OPEN_OFFERS_MAX) {
      const message = `You have ${OPEN_OFFERS_MAX} offers that are not decided. Delete a draft, or wait for our answer.`;
      return refusal("INVALID", { message });
    }
    const content = withFields(emptyContent, given);
    const no = await whyNotMedia(tx, sellerId, emptyContent, content);
    if (no) return no;
    const now = await readNow(tx);
    const times = { createdAt: now, updatedAt: now };
    await tx.insert(offers).values({ id, sellerId, status: "draft", content, uploads: uploadsIn(content), ...times });
    return { id };
  });

const lockOwn = async (tx: Db, sellerId: string, id: string): Promise<OfferRow | null> => {
  const isOwn = and(eq(offers.id, id), eq(offers.sellerId, sellerId));
  return (await tx.select().from(offers).where(isOwn).for("update"))[0] ?? null;
};

interface Saved {
  readonly sellerId: string;
  readonly id: string;
  readonly revision: number;
  readonly given: Partly<OfferContent>;
}

/** The same save twice has one effect, so that a save whose answer was lost can be sent again. */
export const saveOffer = ({ transaction }: Database, { sellerId, id, revision, given }: Saved): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const before = await lockOwn(tx, sellerId, id);
    if (!before) return offerNotFound();
    const content = withFields(before.content, given);
    if (before.revision === revision + 1 && isDeepStrictEqual(content, withFields(before.content, {}))) return { id };
    if (before.status === "accepted" || before.status === "declined") return decided();
    if (before.revision !== revision) return offerChanged();
    const no = await whyNotMedia(tx, sellerId, before.content, content);
    if (no) return no;
    const missing = before.status === "draft" ? [] : whatIsMissing(content);
    if (missing.length > 0) return incomplete(missing);
    const updatedAt = await readNow(tx);
    const set = { content, uploads: uploadsIn(content), revision: revision + 1, updatedAt };
    await tx.update(offers).set(set).where(eq(offers.id, id));
    if (before.status !== "draft") tx.wake("list:offers");
    return { id };
  });

const incomplete = (issues: ReturnType<typeof whatIsMissing>): ErrorBody =>
  refusal("INVALID", { message: issues.map(({ message }) => message).join(" "), issues });

export const submitOffer = (
  { transaction }: Database,
  { sellerId, id, revision }: Omit<Saved, "given">,
): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const before = await lockOwn(tx, sellerId, id);
    if (!before) return offerNotFound();
    if (before.status === "offered" || before.status === "in-review") return { id };
    if (before.status !== "draft") return decided();
    if (before.revision !== revision) return offerChanged();
    const missing = whatIsMissing(withFields(before.content, {}));
    if (missing.length > 0) return incomplete(missing);
    const now = await readNow(tx);
    await tx.update(offers).set({ status: "offered", offeredAt: now, updatedAt: now }).where(eq(offers.id, id));
    await giveSellerCode(tx, sellerId);
    await notifyStaff(tx, [before], "sent");
    tx.wake("list:offers");
    return { id };
  });

/** Makes a sent offer a draft again. The messages stay with it. */
export const withdrawOffer = ({ transaction }: Database, sellerId: string, id: string): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const before = await lockOwn(tx, sellerId, id);
    if (!before) return offerNotFound();
    if (before.status === "draft") return { id };
    if (before.status !== "offered" && before.status !== "in-review") return decided();
    // An import made a lot with it.
    if (before.enteredBy !== null) {
      return refusal("OFFER_STATE", { message: "Our team entered this offer for you. Please write to us." });
    }
    const set = { status: "draft" as const, offeredAt: null, revision: before.revision + 1 };
    await tx
      .update(offers)
      .set({ ...set, updatedAt: await readNow(tx) })
      .where(eq(offers.id, id));
    await notifyStaff(tx, [before], "withdrawn");
    tx.wake("list:offers");
    return { id };
  });

export const deleteOffer = ({ transaction }: Database, sellerId: string, id: string): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const before = await lockOwn(tx, sellerId, id);
    if (!before) return offerNotFound();
    if (before.status !== "draft") return refusal("OFFER_STATE", { message: "We have this offer already." });
    await tx.delete(offerMessages).where(eq(offerMessages.offerId, id));
    await tx.delete(offers).where(eq(offers.id, id));
    return null;
  });

interface Message {
  readonly offerId: string;
  readonly authorId: string;
  readonly by: "seller" | "staff";
  readonly text: string;
}

/** The offer's row must be locked. */
export const addMessage = async (tx: Db, message: Message): Promise<ErrorBody | null> => {
  const ofOffer = eq(offerMessages.offerId, message.offerId);
  const [have] = await tx.select({ messages: count() }).from(offerMessages).where(ofOffer);
  if ((have?.messages ?? 0) >= OFFER_MESSAGES_MAX) {
    return refusal("INVALID", { message: "This offer has too many messages. Please contact us." });
  }
  await tx.insert(offerMessages).values({ id: randomUUID(), ...message, at: await readNow(tx) });
  tx.wake("list:offers");
  return null;
};

export const writeAsSeller = (
  { transaction }: Database,
  sellerId: string,
  offerId: string,
  text: string,
): Promise<Result> =>
  transaction(async (tx): Promise<Result> => {
    const offer = await lockOwn(tx, sellerId, offerId);
    if (!offer) return offerNotFound();
    if (offer.status === "draft") return refusal("OFFER_STATE", { message: "Send the offer first." });
    const no = await addMessage(tx, { offerId, authorId: sellerId, by: "seller", text });
    if (no) return no;
    await notifyStaff(tx, [offer], "message");
    return { id: offerId };
  });
