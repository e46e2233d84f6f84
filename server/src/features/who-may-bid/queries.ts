// Reads what staff see of bidders: the requests and documents that wait, and everything about one person.
import { toMajor } from "@jara/shared/money";
import type { BidderEntry, BidderKind, BidderOfUser, BidderState } from "@jara/shared/rest/who-may-bid";
import { type AnyColumn, and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { literal, offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { sales } from "../../platform/database/schema/sales.ts";
import { bidderApprovals, bidderDocuments, verifiedPhones } from "../../platform/database/schema/who-may-bid.ts";
import { sharesOf } from "../../platform/database/shared-accounts.ts";

const decider = alias(users, "decider");
const person = { id: users.id, username: users.username, email: users.email, phone: users.phone };
type Stored = Omit<BidderEntry, "shares" | "user"> & { readonly user: BidderEntry["user"] };

const readApprovals = async (
  { db }: Database,
  where: SQL | undefined,
  order: SQL[],
  page?: Page,
): Promise<Stored[]> => {
  const query = db
    .select({ person, approval: bidderApprovals, title: sales.title, decidedBy: decider.username })
    .from(bidderApprovals)
    .innerJoin(users, eq(users.id, bidderApprovals.userId))
    .leftJoin(sales, eq(sales.id, bidderApprovals.saleId))
    .leftJoin(decider, eq(decider.id, bidderApprovals.decidedBy))
    .where(where)
    .orderBy(...order)
    .$dynamic();
  const rows = await (page ? query.limit(literal(page.limit)).offset(offsetOf(page)) : query);
  return rows.map(({ person: { id, ...user }, approval, title, decidedBy }) => ({
    user: { _id: id, ...user },
    sale: approval.saleId === null ? null : { _id: approval.saleId, title: title ?? "" },
    status: approval.status,
    limit: approval.limitMinor === null ? null : toMajor(approval.limitMinor),
    file: null,
    askedAt: toIso(approval.askedAt),
    decidedAt: toIsoOrNull(approval.decidedAt),
    decidedBy,
    reason: approval.reason,
    revision: approval.revision,
  }));
};

const documentColumns = {
  status: bidderDocuments.status,
  file: sql<BidderEntry["file"]>`case when ${bidderDocuments.file} is not null then ${bidderDocuments.kind} end`,
  uploadedAt: bidderDocuments.uploadedAt,
  decidedAt: bidderDocuments.decidedAt,
  reason: bidderDocuments.reason,
  revision: bidderDocuments.revision,
};

const readDocuments = async (
  { db }: Database,
  where: SQL | undefined,
  order: SQL[],
  page?: Page,
): Promise<Stored[]> => {
  const query = db
    .select({ person, document: documentColumns, decidedBy: decider.username })
    .from(bidderDocuments)
    .innerJoin(users, eq(users.id, bidderDocuments.userId))
    .leftJoin(decider, eq(decider.id, bidderDocuments.decidedBy))
    .where(where)
    .orderBy(...order)
    .$dynamic();
  const rows = await (page ? query.limit(literal(page.limit)).offset(offsetOf(page)) : query);
  return rows.map(({ person: { id, ...user }, document: { uploadedAt, decidedAt, ...document }, decidedBy }) => ({
    ...document,
    user: { _id: id, ...user },
    sale: null,
    limit: null,
    askedAt: toIso(uploadedAt),
    decidedAt: toIsoOrNull(decidedAt),
    decidedBy,
  }));
};

const orderOf = (state: BidderState, askedAt: AnyColumn, decidedAt: AnyColumn) =>
  state === "waiting" ? [asc(askedAt), asc(users.id)] : [desc(decidedAt), asc(users.id)];

export const listBidders = async (
  database: Database,
  { kind, state }: { readonly kind: BidderKind; readonly state: BidderState },
  page: Page,
): Promise<{ bidders: BidderEntry[]; counts: Record<BidderKind, number>; total: number }> => {
  const { db } = database;
  const inState = { approvals: eq(bidderApprovals.status, state), documents: eq(bidderDocuments.status, state) };
  const numberOf = async (of: BidderKind, where: SQL) => {
    const table = of === "approvals" ? bidderApprovals : bidderDocuments;
    const [row] = await db.select({ total: count() }).from(table).where(where);
    return row?.total ?? 0;
  };
  const [approvals, documents, total, found] = await Promise.all([
    numberOf("approvals", eq(bidderApprovals.status, "waiting")),
    numberOf("documents", eq(bidderDocuments.status, "waiting")),
    numberOf(kind, inState[kind]),
    kind === "approvals"
      ? readApprovals(database, inState[kind], orderOf(state, bidderApprovals.askedAt, bidderApprovals.decidedAt), page)
      : readDocuments(
          database,
          inState[kind],
          orderOf(state, bidderDocuments.uploadedAt, bidderDocuments.decidedAt),
          page,
        ),
  ]);
  const shares = await sharesOf(database, [...new Set(found.map(({ user }) => user._id))]);
  return {
    bidders: found.map((entry) => ({ ...entry, shares: shares.get(entry.user._id) ?? [] })),
    counts: { approvals, documents },
    total,
  };
};

export const bidderOf = async (database: Database, userId: string): Promise<BidderOfUser> => {
  const [[phone], documents, approvals, shared] = await Promise.all([
    database.db.select().from(verifiedPhones).where(eq(verifiedPhones.userId, userId)),
    readDocuments(database, eq(bidderDocuments.userId, userId), [asc(users.id)]),
    readApprovals(database, eq(bidderApprovals.userId, userId), [asc(bidderApprovals.askedAt)]),
    sharesOf(database, [userId]),
  ]);
  const [document] = documents;
  return {
    phone: phone ? { number: phone.number, verifiedAt: toIso(phone.verifiedAt) } : null,
    document: document ? { ...document, shares: [] } : null,
    approvals: approvals.map((approval) => ({ ...approval, shares: [] })),
    shares: shared.get(userId) ?? [],
  };
};

/** Reads what the person asked and sent, with the answers. */
export const ownAnswers = async ({ db }: Database, userId: string) => {
  const [[document], approvals] = await Promise.all([
    db
      .select({ status: bidderDocuments.status, reason: bidderDocuments.reason })
      .from(bidderDocuments)
      .where(eq(bidderDocuments.userId, userId)),
    db
      .select({ saleId: bidderApprovals.saleId, status: bidderApprovals.status, reason: bidderApprovals.reason })
      .from(bidderApprovals)
      .where(eq(bidderApprovals.userId, userId)),
  ]);
  return { document: document ?? null, approvals };
};

/** Null: there is none, or its file was removed. */
export const documentOf = async ({ db }: Database, userId: string) => {
  const [row] = await db
    .select({ kind: bidderDocuments.kind, file: bidderDocuments.file })
    .from(bidderDocuments)
    .where(and(eq(bidderDocuments.userId, userId), sql`${bidderDocuments.file} is not null`));
  return row?.file ? { kind: row.kind, file: Buffer.from(row.file).toString("base64") } : null;
};
