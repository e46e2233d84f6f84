// Codes for phones: issuing one within the limits, and confirming a phone with it.
import { toE164 } from "@jara/shared/phone-number";
import type { VerifiedPhone } from "@jara/shared/rest/phone";
import { and, eq, gt, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { lockPeople } from "../../../platform/database/lock-people.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { phoneCodes, verifiedPhones } from "../../../platform/database/schema/who-may-bid.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { ADDRESSES_OF_NETWORK, widerNetworkOf } from "../../../platform/limits/client-address.ts";
import { type Counter, countAttempt } from "../log-in/attempt-counters.ts";

const LIFE = sql`interval '10 minutes'`;
const TRIES = 5;
/** The same number gets no second message within this time, so that a repeated request costs nothing. */
const AGAIN_AFTER = sql`interval '1 minute'`;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * The most codes in a day. The first two stop a person who wastes money or sends messages to somebody else's phone; the
 * third one with many accounts, with room for a mobile network whose customers share an address.
 */
const OF_PERSON = 5;
const OF_NUMBER = 5;
const OF_ADDRESS = 100;

export const phoneOf = async ({ db }: Database, userId: string): Promise<VerifiedPhone> => {
  const isValid = and(gt(phoneCodes.triesLeft, 0), sql`${phoneCodes.expiresAt} > ${clockNow}`);
  const [[phone], [code]] = await Promise.all([
    db.select().from(verifiedPhones).where(eq(verifiedPhones.userId, userId)),
    db
      .select({ number: phoneCodes.number, expiresAt: phoneCodes.expiresAt })
      .from(phoneCodes)
      .where(and(eq(phoneCodes.userId, userId), isValid)),
  ]);
  return {
    phone: phone ? { number: phone.number, verifiedAt: toIso(phone.verifiedAt) } : null,
    code: code ? { number: code.number, expiresAt: toIso(code.expiresAt) } : null,
  };
};

export interface NewPhoneCode {
  readonly userId: string;
  readonly number: string;
  readonly codeHash: string;
  readonly address: string;
  /** The most codes of the whole site in a day. */
  readonly perDay: number;
}

/** `sent`: the caller sends the message now. `waiting`: it was sent a moment ago. */
export type Issued = "sent" | "waiting" | "verified" | "unverified-email" | { readonly retryAfterMs: number };

const countersOf = ({ userId, number, address, perDay }: NewPhoneCode): Counter[] => {
  const network = widerNetworkOf(address);
  return [
    { key: `sms person ${userId}`, limit: OF_PERSON },
    { key: `sms number ${number}`, limit: OF_NUMBER },
    { key: `sms address ${address}`, limit: OF_ADDRESS },
    ...(network === null ? [] : [{ key: `sms address ${network}`, limit: OF_ADDRESS * ADDRESSES_OF_NETWORK }]),
    { key: "sms site", limit: perDay },
  ];
};

export const issuePhoneCode = (database: Database, code: NewPhoneCode): Promise<Issued> =>
  database.transaction(async (tx) => {
    const { userId, number, codeHash } = code;
    const person = (await lockPeople(tx, [userId])).get(userId);
    if (!person?.emailVerifiedAt) return "unverified-email";
    const [known] = await tx
      .select({ isThis: sql<boolean>`${verifiedPhones.number} = ${number}` })
      .from(verifiedPhones)
      .where(eq(verifiedPhones.userId, userId));
    if (known?.isThis) return "verified";
    const isWaiting = and(
      eq(phoneCodes.userId, userId),
      eq(phoneCodes.number, number),
      gt(phoneCodes.triesLeft, 0),
      sql`${phoneCodes.sentAt} > ${clockNow} - ${AGAIN_AFTER}`,
    );
    if ((await tx.$count(phoneCodes, isWaiting)) > 0) return "waiting";
    const retryAfterMs = await countAttempt({ db: tx }, countersOf(code), DAY_MS);
    if (retryAfterMs > 0) return { retryAfterMs };
    const values = { number, codeHash, triesLeft: TRIES, sentAt: clockNow, expiresAt: sql`${clockNow} + ${LIFE}` };
    await tx
      .insert(phoneCodes)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: phoneCodes.userId, set: values });
    return "sent";
  });

/** The provider failed, so another message may be sent at once. The code stays valid, because it may arrive after all. */
export const notePhoneCodeFailed = async ({ db }: Database, userId: string, codeHash: string): Promise<void> => {
  await db
    .update(phoneCodes)
    .set({ sentAt: sql`${phoneCodes.sentAt} - ${AGAIN_AFTER}` })
    .where(and(eq(phoneCodes.userId, userId), eq(phoneCodes.codeHash, codeHash)));
};

/** Uses up one of the code's tries. The number becomes the phone of the profile. */
export const confirmPhone = (
  { transaction }: Database,
  { userId, number, codeHash }: { readonly userId: string; readonly number: string; readonly codeHash: string },
): Promise<"verified" | "wrong"> =>
  transaction(async (tx) => {
    await lockPeople(tx, [userId]);
    const isThis = and(eq(verifiedPhones.userId, userId), eq(verifiedPhones.number, number));
    // The first answer may have been lost.
    if ((await tx.$count(verifiedPhones, isThis)) > 0) return "verified";
    const isValid = and(gt(phoneCodes.triesLeft, 0), sql`${phoneCodes.expiresAt} > ${clockNow}`);
    const [tried] = await tx
      .update(phoneCodes)
      .set({ triesLeft: sql`${phoneCodes.triesLeft} - 1` })
      .where(and(eq(phoneCodes.userId, userId), eq(phoneCodes.number, number), isValid))
      .returning({ isRight: sql<boolean>`${phoneCodes.codeHash} = ${codeHash}` });
    if (!tried?.isRight) return "wrong";
    await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId));
    const verified = { number, verifiedAt: clockNow };
    await tx
      .insert(verifiedPhones)
      .values({ userId, ...verified })
      .onConflictDoUpdate({ target: verifiedPhones.userId, set: verified });
    const [profile] = await tx.select({ phone: users.phone }).from(users).where(eq(users.id, userId));
    // A number that is grouped as the person typed it stays.
    if (toE164(profile?.phone ?? "") !== number) {
      await tx.update(users).set({ phone: number }).where(eq(users.id, userId));
    }
    return "verified";
  });

export const evictPhoneCodes = evictAfter([phoneCodes.userId], phoneCodes.expiresAt);
