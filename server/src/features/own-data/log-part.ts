// The part of the file with a person's own data that concerns the public log: the commitments that stand for the person,
// as a bidder and as a seller, and the salts that prove it.
import { and, asc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { logHeads, logLots, logSecrets } from "../../platform/database/schema/public-log.ts";
import { personCommitment, personSalt } from "../../platform/signing/commitments.ts";
import type { Part, Row } from "./export-part.ts";

const READ_AT_ONCE = 1_000;

export const logPart: Part = {
  name: "public-log",
  says: "Your commitments in the public log, with the salts that prove that they are yours.",
  columns: ["lot id", "as", "commitment", "salt"],
  async *read(database, userId) {
    yield* asBidder(database, userId);
    yield* asSeller(database, userId);
  },
};

async function* asBidder({ db }: Database, userId: string): AsyncGenerator<readonly Row[]> {
  const [own] = await db.select({ secret: logSecrets.secret }).from(logSecrets).where(eq(logSecrets.userId, userId));
  if (!own) return;
  yield* byLot(async (isAfter) => {
    const rows = await db
      .selectDistinct({ id: bids.auctionId })
      .from(bids)
      .where(and(eq(bids.bidderId, userId), isAfter(bids.auctionId)))
      .orderBy(asc(bids.auctionId))
      .limit(READ_AT_ONCE);
    return rows.map(({ id }) => {
      const salt = personSalt(own.secret, id);
      return { "lot id": id, as: "bidder", commitment: personCommitment(id, userId, salt), salt };
    });
  });
}

async function* asSeller({ db }: Database, userId: string): AsyncGenerator<readonly Row[]> {
  yield* byLot(async (isAfter) => {
    const { auctionId, sellerCommitment: commitment, sellerSalt } = logLots;
    const isOwn = and(eq(auctions.sellerId, userId), auctions.isConsigned, isNotNull(sellerSalt));
    const isNewest = eq(logLots.log, db.select({ log: sql`max(${logHeads.log})` }).from(logHeads));
    const rows = await db
      .select({ id: auctionId, commitment, salt: sql<string>`encode(${sellerSalt}, 'hex')` })
      .from(logLots)
      .innerJoin(auctions, eq(auctions.id, auctionId))
      .where(and(isOwn, isNewest, isAfter(auctionId)))
      .orderBy(asc(auctionId))
      .limit(READ_AT_ONCE);
    return rows.map(({ id, ...row }) => ({ "lot id": id, as: "seller", ...row }));
  });
}

interface LotRow extends Row {
  readonly "lot id": string;
}

/** Reads rows in the order of their lots, page by page. */
async function* byLot(
  read: (isAfter: (column: PgColumn) => SQL | undefined) => Promise<readonly LotRow[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined; ; ) {
    const last = after;
    const rows = await read((column) => (last === undefined ? undefined : gt(column, last)));
    yield rows;
    after = rows.at(-1)?.["lot id"];
    if (rows.length < READ_AT_ONCE) return;
  }
}
