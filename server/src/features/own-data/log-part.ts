// The part of the file with a person's own data that concerns the public log: the commitments that stand for the person,
// and the salts that prove it.
import { asc, eq, gt, sql } from "drizzle-orm";
import { bids } from "../../platform/database/schema/bids.ts";
import { logSecrets } from "../../platform/database/schema/public-log.ts";
import { personCommitment, personSalt } from "../../platform/signing/commitments.ts";
import type { Part } from "./export-part.ts";

const READ_AT_ONCE = 1_000;

export const logPart: Part = {
  name: "public-log",
  says: "Your commitments in the public log, with the salts that prove that they are yours.",
  columns: ["lot id", "commitment", "salt"],
  async *read({ db }, userId) {
    const [own] = await db.select({ secret: logSecrets.secret }).from(logSecrets).where(eq(logSecrets.userId, userId));
    if (!own) return;
    for (let after = ""; ; ) {
      const rows = await db
        .selectDistinct({ id: bids.auctionId })
        .from(bids)
        .where(sql`${bids.bidderId} = ${userId} and ${after === "" ? sql`true` : gt(bids.auctionId, after)}`)
        .orderBy(asc(bids.auctionId))
        .limit(READ_AT_ONCE);
      yield rows.map(({ id }) => {
        const salt = personSalt(own.secret, id);
        return { "lot id": id, commitment: personCommitment(id, userId, salt), salt };
      });
      after = rows.at(-1)?.id ?? "";
      if (rows.length < READ_AT_ONCE) return;
    }
  },
};
