// The one statement that adds to the public log: leaves, subtrees, how far each lot is logged, people's secrets, and
// the new head. It writes nothing unless the head still has the size on which it was made, so that no leaf is lost or
// doubled, whoever else is at work.
import { RowSet } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { logHeads, logLeaves, logLots, logSecrets, logSubtrees } from "../../platform/database/schema/public-log.ts";
import { namesOf } from "../../platform/database/statement-text.ts";
import type { Subtree } from "./tree/tree.ts";

export interface Leaf {
  /** Null for a leaf about the log itself. */
  readonly auctionId: string | null;
  readonly version: number | null;
  readonly entry: string;
  readonly hash: Buffer;
}

export interface LotMark {
  readonly auctionId: string;
  readonly version: number;
  readonly isPublic: boolean;
  readonly reserve: { readonly amountMinor: number; readonly salt: Uint8Array } | null;
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
const lotRows = new RowSet({ auction: "uuid", version: "int", public: "boolean", reserve: "bigint", salt: "text" });
const secretRows = new RowSet({ person: "uuid", secret: "token" });

const head = namesOf(logHeads);
const leaf = namesOf(logLeaves);
const subtree = namesOf(logSubtrees);
const lot = namesOf(logLots);
const secret = namesOf(logSecrets);
const user = namesOf(users);

/** The parameters before those of the rows are: log, size before, size, frontier, checkpoint. */
const leavesAt = 6;
const subtreesAt = leavesAt + leafRows.width;
const lotsAt = subtreesAt + subtreeRows.width;
const secretsAt = lotsAt + lotRows.width;

// If a person is deleted meanwhile, no secret is stored: the lock waits for the deletion, and then finds no matching
// row.
const statement = `
with head as (
  update ${head.table} set ${head.size} = $3::text::bigint, ${head.frontier} = decode($4::text, 'hex'),
    ${head.checkpoint} = $5::text, ${head.updatedAt} = clock_now()
  where ${head.log} = $1::text::int and ${head.size} = $2::text::bigint and ${head.stoppedAt} is null
  returning ${head.log} as log
),
leaves as (
  insert into ${leaf.table} (${leaf.log}, ${leaf.index}, ${leaf.auctionId}, ${leaf.version}, ${leaf.entry}, ${leaf.hash})
  select head.log, $2::text::bigint + x.n, x.auction, x.version, x.entry, decode(x.hash, 'hex')
  from ${leafRows.sql(leavesAt)} x cross join head
),
subtrees as (
  insert into ${subtree.table} (${subtree.log}, ${subtree.level}, ${subtree.n}, ${subtree.hash})
  select head.log, x.level, x.n, decode(x.hash, 'hex') from ${subtreeRows.sql(subtreesAt)} x cross join head
),
lots as (
  insert into ${lot.table} (${lot.log}, ${lot.auctionId}, ${lot.version}, ${lot.isPublic}, ${lot.reserveMinor},
    ${lot.reserveSalt})
  select head.log, x.auction, x.version, x.public, x.reserve, decode(x.salt, 'hex')
  from ${lotRows.sql(lotsAt)} x cross join head
  on conflict (${lot.log}, ${lot.auctionId}) do update set ${lot.version} = excluded.${lot.version},
    ${lot.isPublic} = excluded.${lot.isPublic}, ${lot.reserveMinor} = excluded.${lot.reserveMinor},
    ${lot.reserveSalt} = excluded.${lot.reserveSalt}
),
secrets as (
  insert into ${secret.table} (${secret.userId}, ${secret.secret})
  select u.${user.id}, decode(x.secret, 'hex') from ${secretRows.sql(secretsAt)} x cross join head cross join lateral (
    select ${user.id} from ${user.table} where ${user.id} = x.person and ${user.deletedAt} is null for key share
  ) u
  on conflict do nothing
)
select log from head`;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/**
 * False: nothing was written, because the log was stopped or another node added to it. The statement is text, because a
 * `RowSet` numbers the parameters of its rows itself.
 */
export const append = async ({ query }: Pick<Database, "query">, growth: Growth): Promise<boolean> => {
  const { log, from, leaves } = growth;
  const rows = await query(statement, [
    ...[log, from, from + leaves.length, hex(growth.frontier), growth.checkpoint],
    ...leafRows.params(
      leaves.map(({ auctionId, hash, ...one }, n) => ({ ...one, n, auction: auctionId, hash: hex(hash) })),
    ),
    ...subtreeRows.params(growth.subtrees.map((one) => ({ ...one, hash: hex(one.hash) }))),
    ...lotRows.params(
      growth.lots.map(({ auctionId, version, isPublic, reserve }) => ({
        ...{ auction: auctionId, version, public: isPublic },
        ...{ reserve: reserve?.amountMinor ?? null, salt: reserve ? hex(reserve.salt) : null },
      })),
    ),
    ...secretRows.params(growth.secrets.map(({ userId, secret: own }) => ({ person: userId, secret: hex(own) }))),
  ]);
  return rows.length > 0;
};
