// The one statement that adds to the public log: leaves, subtrees, how far each lot is logged, people's secrets, and
// the new head. It writes nothing unless the head still has the size on which it was made, so that no leaf is lost or
// doubled, whoever else is at work. It is no transaction, because it runs after nearly every commit.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { RowSet } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { logHeads, logLeaves, logLots, logSecrets, logSubtrees } from "../../platform/database/schema/public-log.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { excluded } from "../../platform/database/statements.ts";
import type { Subtree } from "./tree/tree.ts";

export interface Leaf {
  /** Null for a leaf about the log itself. */
  readonly auctionId: string | null;
  readonly version: number | null;
  readonly entry: string;
  readonly hash: Buffer;
}

export interface SealedSeller {
  readonly commitment: string;
  /** If the batch made the commitment: its salt, and the account whose deletion deletes it; null: the house. */
  readonly made: { readonly salt: Uint8Array; readonly userId: string | null } | null;
}

export interface LotMark {
  readonly auctionId: string;
  readonly version: number;
  readonly isPublic: boolean;
  readonly reserve: { readonly amountMinor: number; readonly salt: Uint8Array } | null;
  /** Null until a leaf has it. */
  readonly seller: SealedSeller | null;
}

export interface Growth {
  readonly log: number;
  /** The size before. */
  readonly from: number;
  readonly leaves: readonly Leaf[];
  readonly subtrees: readonly Subtree[];
  readonly lots: readonly LotMark[];
  readonly secrets: readonly { readonly userId: string; readonly secret: Uint8Array }[];
  readonly frontier: Uint8Array;
  readonly checkpoint: string;
}

const leafRows = new RowSet({ n: "int", auction: "uuid", version: "int", entry: "json text", hash: "token" });
const subtreeRows = new RowSet({ level: "int", n: "bigint", hash: "token" });
const lotRows = new RowSet({
  auction: "uuid",
  version: "int",
  public: "boolean",
  reserve: "bigint",
  salt: "text",
  seller: "text",
  seller_salt: "text",
  person: "uuid",
});
const secretRows = new RowSet({ person: "uuid", secret: "token" });

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytesOf = (column: string): SQL => sql`decode(${sql.raw(column)}, 'hex')`;

/** False: nothing was written, because the log was stopped or another node added to it. */
export const append = async ({ db }: Pick<Database, "db">, growth: Growth): Promise<boolean> => {
  const { from, frontier, checkpoint } = growth;
  const isUnchanged = and(eq(logHeads.log, growth.log), eq(logHeads.size, from), isNull(logHeads.stoppedAt));
  const head = db.$with("head").as(
    db
      .update(logHeads)
      .set({ size: from + growth.leaves.length, frontier, checkpoint, updatedAt: clockNow })
      .where(isUnchanged)
      .returning({ log: logHeads.log }),
  );
  const parts = [
    db.$with("leaves").as(db.insert(logLeaves).select(leavesOf(growth))),
    db.$with("subtrees").as(db.insert(logSubtrees).select(subtreesOf(growth))),
    db.$with("lots").as(
      db
        .insert(logLots)
        .select(lotsOf(growth))
        .onConflictDoUpdate({
          target: [logLots.log, logLots.auctionId],
          set: {
            version: excluded(logLots.version),
            isPublic: excluded(logLots.isPublic),
            reserveMinor: excluded(logLots.reserveMinor),
            reserveSalt: excluded(logLots.reserveSalt),
            // The first one stays, and a salt that was deleted meanwhile does not come back.
            sellerCommitment: sql`coalesce(${logLots.sellerCommitment}, ${excluded(logLots.sellerCommitment)})`,
            sellerSalt: sql`case when ${logLots.sellerCommitment} is null then ${excluded(logLots.sellerSalt)}
              else ${logLots.sellerSalt} end`,
          },
        }),
    ),
    db.$with("secrets").as(db.insert(logSecrets).select(secretsOf(growth)).onConflictDoNothing()),
  ];
  const rows = await db
    .with(head, ...parts)
    .select({ log: head.log })
    .from(head);
  return rows.length > 0;
};

/** Each of these selects the columns of its table, in their order, if the head was changed. */
const leavesOf = ({ from, leaves }: Growth): SQL => {
  const rows = leafRows.table(
    leaves.map(({ auctionId, hash, ...one }, n) => ({ ...one, n, auction: auctionId, hash: hex(hash) })),
  );
  return sql`select head.log, ${from}::bigint + x.n, x.auction, x.version, x.entry, ${bytesOf("x.hash")}
    from ${rows} x cross join head`;
};

const subtreesOf = ({ subtrees }: Growth): SQL => {
  const rows = subtreeRows.table(subtrees.map((one) => ({ ...one, hash: hex(one.hash) })));
  return sql`select head.log, x.level, x.n, ${bytesOf("x.hash")} from ${rows} x cross join head`;
};

const lotsOf = ({ lots }: Growth): SQL => {
  const rows = lotRows.table(
    lots.map(({ auctionId, version, isPublic, reserve, seller }) => ({
      auction: auctionId,
      version,
      public: isPublic,
      reserve: reserve?.amountMinor ?? null,
      salt: reserve ? hex(reserve.salt) : null,
      seller: seller?.commitment ?? null,
      seller_salt: seller?.made ? hex(seller.made.salt) : null,
      person: seller?.made?.userId ?? null,
    })),
  );
  return sql`select head.log, x.auction, x.version, x.public, x.reserve, ${bytesOf("x.salt")}, x.seller,
    case when x.person is null or u.id is not null then ${bytesOf("x.seller_salt")} end
    from ${rows} x cross join head left join lateral ${accountThere} u on true`;
};

const secretsOf = ({ secrets }: Growth): SQL => {
  const rows = secretRows.table(secrets.map(({ userId, secret }) => ({ person: userId, secret: hex(secret) })));
  return sql`select u.id, ${bytesOf("x.secret")} from ${rows} x cross join head cross join lateral ${accountThere} u`;
};

/**
 * If the person is deleted meanwhile, nothing that opens commitments is stored: the lock waits for the deletion, and then
 * finds no matching row.
 */
const accountThere = sql`(
  select ${users.id} as id from ${users} where ${users.id} = x.person and ${users.deletedAt} is null for key share
)`;
