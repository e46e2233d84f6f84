// Writes the notifications and the mails of reminders about watched lots, within the transaction that takes them.
import { type Minor, toMajor } from "@jara/shared/money";
import { mailedReminders } from "@jara/shared/reminders";
import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { isAnyOf, readNow } from "../../platform/database/statements.ts";
import type { AboutData } from "../../platform/notifications/about.ts";
import { wants } from "../../platform/notifications/choices.ts";
import { writeNotifications } from "../../platform/notifications/write.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMails } from "../../platform/outbox/queue-mail.ts";

/** A person who reads the notification on a screen within this time gets no mail. */
const MAILED_AFTER_MS = 2 * 60 * 1000;

export interface Sent {
  /** The reminders or news that the transaction took. */
  readonly taken: number;
  /** The people who have a new notification. */
  readonly people: readonly string[];
}
export const NOTHING: Sent = { taken: 0, people: [] };

export type Data = AboutData["reminder"];
export interface Reminded extends Pick<Data, "title" | "currency"> {
  readonly userId: string;
  readonly auctionId: string;
  readonly wishMinor: Minor | null;
  readonly what: Data["what"];
}

const mailedWhats = mailedReminders.map((one): string => (one === "start" ? "started" : one));

/** Writes notifications and mails. `isMailed`: whether a notification that stands for so many events is mailed. */
export const remind = async (
  tx: Db,
  reminded: readonly Reminded[],
  mergeKeyOf: (one: Reminded) => string,
  isMailed: (events: number) => boolean,
): Promise<string[]> => {
  const written = await writeNotifications(
    tx,
    reminded.map((one) => {
      const { userId, auctionId, title, what, currency, wishMinor } = one;
      const wishPrice = wishMinor === null ? null : toMajor(wishMinor);
      const data = { auctionId, title, what, currency, wishPrice };
      return { about: "reminder" as const, userId, auctionId, data, mergeKey: mergeKeyOf(one) };
    }),
  );
  const toMail = written.filter(({ data, count }) => mailedWhats.includes((data as Data).what) && isMailed(count));
  await mail(tx, toMail);
  return [...new Set(written.map(({ userId }) => userId))];
};

const mail = async (tx: Db, written: Awaited<ReturnType<typeof writeNotifications>>): Promise<void> => {
  if (written.length === 0) return;
  const lotIds = written.flatMap(({ auctionId }) => auctionId ?? []);
  const isReachable = and(isNotNull(users.emailVerifiedAt), isNull(users.bannedAt));
  const people = isAnyOf(
    users.id,
    written.map(({ userId }) => userId),
  );
  const readers = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(people, isReachable, wants("mail", sql`${users.id}`, sql`'reminder'`)));
  const lots = await tx
    .select({ id: auctions.id, priceMinor: auctions.priceMinor, endsAt: auctions.endsAt })
    .from(auctions)
    .where(isAnyOf(auctions.id, [...new Set(lotIds)]));
  const [emails, lotOf] = [
    new Map(readers.map(({ id, email }) => [id, email])),
    new Map(lots.map((lot) => [lot.id, lot])),
  ];
  const now = await readNow(tx);
  const mails = written.flatMap(({ id, userId, auctionId, data }) => {
    const [toAddress, lot] = [emails.get(userId), lotOf.get(auctionId ?? "")];
    if (toAddress === undefined || !lot) return [];
    const present = { notificationId: id, currentPrice: toMajor(lot.priceMinor), endTime: toIso(lot.endsAt) };
    return {
      kind: "watched-lot" as const,
      toAddress,
      userId,
      auctionId: lot.id,
      dueAt: now + MAILED_AFTER_MS,
      data: { ...(data as Data), ...present } as MailData["watched-lot"],
    };
  });
  await queueMails(tx, mails);
};

/** The scheduled end is the one before soft close moved it, so that an extension causes no second reminder. */
export const scheduledEnd = sql<number>`coalesce(${auctions.extendedFrom}, ${auctions.endsAt})`.mapWith(
  auctions.endsAt,
);
