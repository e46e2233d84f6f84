// Reminds a winner or buyer of what is due, by a mail that staff ask for. It changes nothing about the debt.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { REMINDER_HOURS, type Settlement } from "@jara/shared/rest/settlements";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { whatBecameOf } from "./settlement-desk.ts";

const HOUR_MS = 3_600_000;

/** Returns why it cannot be done; null if it is done. */
export const remind = (
  { transaction }: Database,
  adminId: string,
  settlement: Settlement,
): Promise<string | ErrorBody | null> =>
  transaction(async (tx) => {
    const { _id: settlementId, auction, buyer, deposit, remaining, dueAt } = settlement;
    // The buyer's row too, so that of two reminders at once the second one finds the first.
    const people = await lockPeople(tx, [adminId, buyer._id]);
    if (!mayStill(people.get(adminId), "settlements:book")) return refusal("FORBIDDEN");
    if (settlement.status !== "open") return whatBecameOf(settlement);
    const { at, action, userId, details } = adminActions;
    const isLately = gt(at, sql`clock_now() - ${REMINDER_HOURS} * interval '1 hour'`);
    const isOfThis = and(eq(userId, buyer._id), sql`${details} ->> 'settlementId' = ${settlementId}`);
    const [sent] = await tx
      .select({ ms: sql<number>`(extract(epoch from ${at} - clock_now()) * 1000)::float8` })
      .from(adminActions)
      .where(and(isLately, isOfThis, eq(action, "buyer reminded")))
      .limit(1);
    if (sent) {
      const message = `${buyer.username} was reminded less than ${REMINDER_HOURS} hours ago.`;
      return refusal("RATE_LIMITED", {
        message,
        retryAfterMs: Math.max(1, REMINDER_HOURS * HOUR_MS + Math.round(sent.ms)),
      });
    }

    const { _id: auctionId, title, currency } = auction;
    await queueMail(tx, {
      kind: "payment-reminder",
      data: { auctionId, title, currency, deposit, remaining, dueAt },
      toAddress: buyer.email,
      userId: buyer._id,
      auctionId,
    });
    const about = { userId: buyer._id, auctionId, details: { settlementId } };
    await recordAction(tx, { actorId: adminId, action: "buyer reminded", ...about });
    return null;
  });
