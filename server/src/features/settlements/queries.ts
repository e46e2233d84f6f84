// Reads what winners and buyers owe, as one list for administrators: wins and Buy It Now purchases, open ones first.
import { FORFEIT_PERCENT, percentOfMinor, REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { type Minor, toMajor } from "@jara/shared/money";
import type { Settlement, SettlementKind, SettlementStatus, Win } from "@jara/shared/rest/settlements";
import { interestsOf } from "../../engine/reads/interests.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";
import { auctionHasText, hasText, textParam } from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/values.ts";

interface OwedRow extends Record<string, unknown> {
  readonly kind: SettlementKind;
  readonly id: string;
  readonly status: SettlementStatus;
  readonly auctionId: string;
  readonly title: string;
  readonly auctionStatus: Settlement["auction"]["status"];
  readonly currency: Settlement["auction"]["currency"];
  readonly buyerId: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly closedAt: number | null;
  readonly closerId: string | null;
  readonly closerName: string | null;
  readonly note: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly stuckAt: number | null;
}

const ms = (column: string, as: string): string => `(extract(epoch from ${column}) * 1000)::float8 as "${as}"`;
const shared = "closed_at, closed_by, note, attempts, last_error, stuck_at, created_at";

/** Both kinds in one shape. A condition on the id can use both tables' primary keys. */
const owed = `(
  select 'win' as kind, id, auction_id, winner_id as buyer_id, amount_minor as price_minor, 0::bigint as fee_minor,
    status, due_at, ${shared} from settlements
  union all
  select 'buy-it-now', id, auction_id, buyer_id, price_minor, fee_minor,
    case when status = 'pending' then 'open' when is_waived then 'waived' else status end, deadline_at, ${shared}
  from purchases
)`;

const select = `
  select o.kind, o.id, o.status, a.id as "auctionId", a.title, a.status as "auctionStatus", a.currency,
    b.id as "buyerId", b.username, b.email, b.first_name as "firstName", b.last_name as "lastName", b.phone,
    o.price_minor::float8 as "priceMinor", o.fee_minor::float8 as "feeMinor", ${ms("o.due_at", "dueAt")},
    ${ms("o.created_at", "createdAt")}, ${ms("o.closed_at", "closedAt")}, c.id as "closerId",
    c.username as "closerName", o.note, o.attempts, o.last_error as "lastError", ${ms("o.stuck_at", "stuckAt")}
  from ${owed} o join auctions a on a.id = o.auction_id join users b on b.id = o.buyer_id
    left join users c on c.id = o.closed_by
  where o.id = any($1::text::uuid[])`;

/** In no particular order. Unknown ids are left out. */
export const settlementsByIds = async (database: Database, ids: readonly string[]): Promise<Settlement[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return (await database.query<OwedRow>(select, [arrayLiteral(known)])).map(toSettlement);
};

export const findSettlement = async (database: Database, id: string): Promise<Settlement | null> =>
  (await settlementsByIds(database, [id]))[0] ?? null;

/** Reads what a user owes for winning an auction. If they won it more than once, the newest. */
export const winOf = async (database: Database, auctionId: string, winnerId: string): Promise<Win | null> => {
  if (!isUuid(auctionId)) return null;
  const [row] = await database.query<{ status: SettlementStatus; priceMinor: Minor; dueAt: number }>(
    `select status, amount_minor::float8 as "priceMinor", ${ms("due_at", "dueAt")} from settlements
     where winner_id = $1::text::uuid and auction_id = $2::text::uuid order by created_at desc, id limit 1`,
    [winnerId, auctionId],
  );
  if (!row) return null;
  const share = (percent: number): number => toMajor(percentOfMinor(row.priceMinor, percent));
  return {
    status: row.status,
    price: toMajor(row.priceMinor),
    remaining: share(REMAINING_PERCENT),
    penalty: share(FORFEIT_PERCENT),
    dueAt: new Date(row.dueAt).toISOString(),
  };
};

/** Settlements and purchases that were opened, closed, stuck or scheduled for another try within the last `seconds`. */
export const settlementsMovedWithin = async (database: Database, seconds: number): Promise<Settlement[]> => {
  const moved = `closed_at > since.at
    or closed_at is null and greatest(created_at, stuck_at, next_attempt_at) > since.at`;
  const rows = await database.query<{ id: string }>(
    `with since as materialized (select clock_timestamp() - $1::text::float8 * interval '1 second' as at)
     select id from settlements, since where ${moved} union all select id from purchases, since where ${moved}`,
    [seconds],
  );
  return settlementsByIds(
    database,
    rows.map(({ id }) => id),
  );
};

export interface SettlementFilter {
  readonly status?: SettlementStatus | undefined;
  readonly kind?: SettlementKind | undefined;
  /** Searched in title, username, e-mail address and full name. */
  readonly q?: string | undefined;
  /** The administrator who asks. The list leaves out auctions in which they have an interest. */
  readonly adminId: string;
}

/** The condition on purchases for each status. */
const ofPurchases: Record<SettlementStatus, string> = {
  open: "status = 'pending' and not is_waived",
  paid: "status = 'paid' and not is_waived",
  forfeited: "status = 'forfeited' and not is_waived",
  waived: "status = 'void' and is_waived",
  void: "status = 'void' and not is_waived",
};

/** Open ones first, by due time; then the newest closed ones. Both tables have an index in this order. */
const ordered = "order by closed_at desc nulls first, due_at, id";
const wins = "select id, closed_at, due_at from settlements where";
const purchases = "select id, closed_at, deadline_at as due_at from purchases where";

export const listSettlements = async (
  database: Database,
  { status, kind, q, adminId }: SettlementFilter,
  page: Page,
): Promise<{ settlements: Settlement[]; total: number }> => {
  // Write the status as a constant, so that the planner sees that an index in the list's order fits.
  const sources: string[] = [];
  if (kind !== "buy-it-now") sources.push(`${wins} ${status ? `status = '${status}'` : "true"}`);
  if (kind !== "win") sources.push(`${purchases} ${status ? ofPurchases[status] : "true"}`);
  const interests = [...(await interestsOf(database, adminId))];
  const others = interests.length === 0 ? sources : sources.map((source) => `${source} and ${elsewhere(interests)}`);
  const text = q?.trim();
  const { ids, total } = await (text ? found(database, others, text, page) : listed(database, others, page));
  const byId = new Map((await settlementsByIds(database, ids)).map((one) => [one._id, one]));
  return { settlements: ids.flatMap((id) => byId.get(id) ?? []), total };
};

const elsewhere = (auctionIds: readonly string[]): string =>
  `auction_id <> all ('${arrayLiteral(auctionIds)}'::uuid[])`;

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Takes from each table only as many rows as the page can need, so that each table is read along its index. */
const listed = async (database: Database, sources: readonly string[], { page, limit }: Page): Promise<Found> => {
  const counts = sources.map((source) => `(select count(*)::int from (${source}) o)`).join(" + ");
  const heads = sources.map((source) => `(${source} ${ordered} limit ${page * limit})`).join(" union all ");
  const [[count], rows] = await Promise.all([
    database.query<{ total: number }>(`select ${counts} as total`),
    database.query<{ id: string }>(
      `select id from (${heads}) o ${ordered} limit ${limit} offset ${(page - 1) * limit}`,
    ),
  ]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
};

/**
 * Searches once for both the total and the page: which auctions and people match the text, and what is owed for or by
 * them.
 */
const found = async (
  database: Database,
  sources: readonly string[],
  text: string,
  { page, limit }: Page,
): Promise<Found> => {
  const hits = sources.map((source) => {
    const buyer = source.startsWith(wins) ? "winner_id" : "buyer_id";
    return `${source} and (auction_id in (select id from titled) or ${buyer} in (select id from named))`;
  });
  const [row] = await database.query<{ total: number; ids: string | null }>(
    // The text indexes cover more than the title, so compare the title as well.
    `with titled as materialized (
       select auction_id as id from auction_search s
       where ${auctionHasText("$1", text)} and strpos(title, (select lower($2::text))) > 0
     ),
     named as materialized (select id from users where ${hasText("search_text", "$1", text)}),
     hits as materialized (${hits.join(" union all ")})
     select (select count(*)::int from hits) as total, (
       select string_agg(id::text, ',' ${ordered})
       from (select * from hits ${ordered} limit ${limit} offset ${(page - 1) * limit}) p
     ) as ids`,
    [textParam(text), text],
  );
  return { ids: row?.ids?.split(",") ?? [], total: row?.total ?? 0 };
};

const iso = (at: number): string => new Date(at).toISOString();

const toSettlement = (row: OwedRow): Settlement => ({
  _id: row.id,
  kind: row.kind,
  status: row.status,
  auction: { _id: row.auctionId, title: row.title, status: row.auctionStatus, currency: row.currency },
  buyer: {
    _id: row.buyerId,
    username: row.username,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
  },
  price: toMajor(row.priceMinor),
  fee: toMajor(row.feeMinor),
  total: toMajor(row.priceMinor + row.feeMinor),
  penalty: toMajor(percentOfMinor(row.priceMinor, FORFEIT_PERCENT)),
  dueAt: iso(row.dueAt),
  createdAt: iso(row.createdAt),
  closedAt: row.closedAt === null ? null : iso(row.closedAt),
  closedBy: row.closerId === null ? null : { _id: row.closerId, username: row.closerName ?? "" },
  note: row.note,
  stuck:
    row.stuckAt === null || row.status !== "open"
      ? null
      : { attempts: row.attempts, lastError: row.lastError ?? "", since: iso(row.stuckAt) },
});
