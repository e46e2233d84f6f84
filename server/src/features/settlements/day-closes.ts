// Closes of a day: what the till and the bank had beside what the books have, and the second person who signed it. The
// money of a closed time never changes, because a later booking or reversal has a later time of its own; signing counts
// it again all the same, so that a payment whose commit was under way at the close cannot slip in.
import { randomUUID } from "node:crypto";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type ExchangeRates, formatMoney, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { may, type Role } from "@jara/shared/permissions";
import {
  type DayClose,
  type DayCloseBody,
  type DayOfCloses,
  type TillLine,
  type TillMethod,
  tillMethods,
} from "@jara/shared/rest/day-closes";
import { and, count, desc, eq, gt, inArray, lt, lte, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { dayCloses } from "../../platform/database/schema/day-closes.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { readNow } from "../../platform/database/statements.ts";
import { isPersonSettled, secondPeople, settledLater } from "../../platform/database/who-may.ts";
import { endOfLagosDay, lagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";
import { otherMoney } from "./other-money.ts";
import { iso } from "./owed-view.ts";
import { otherMoneyIn, paymentsIn, readTakings, type TakingsScope } from "./takings.ts";

const closer = alias(users, "closer");
const decider = alias(users, "decider");

const selectCloses = (db: Db) =>
  db
    .select({ close: dayCloses, closerName: closer.username, deciderName: decider.username })
    .from(dayCloses)
    .innerJoin(closer, eq(closer.id, dayCloses.closedBy))
    .leftJoin(decider, eq(decider.id, dayCloses.decidedBy));
type CloseRow = Awaited<ReturnType<typeof selectCloses>>[number];
type Stored = CloseRow["close"];

const booksOf = (till: readonly TillLine[], method: TillLine["method"]): Minor => {
  const line = till.find((one) => one.method === method);
  return (toKobo(line?.inNgn ?? 0) - toKobo(line?.outNgn ?? 0)) as Minor;
};
const toKobo = (ngn: number): number => Math.round(ngn * 100);

/** Returns what the till must have. A close without an opening was counted without the change that stayed in the till. */
const expectedCashOf = ({ till, openingCashMinor }: Pick<Stored, "till" | "openingCashMinor">): Minor =>
  ((openingCashMinor ?? 0) + booksOf(till, "cash")) as Minor;

const differencesOf = ({ till, openingCashMinor, countedCashMinor, countedTransferMinor }: Counted) => ({
  cash: (countedCashMinor - expectedCashOf({ till, openingCashMinor })) as Minor,
  transfer: countedTransferMinor === null ? null : ((countedTransferMinor - booksOf(till, "transfer")) as Minor),
});
type Counted = Pick<Stored, "till" | "openingCashMinor" | "countedCashMinor" | "countedTransferMinor">;

const toClose = ({ close, closerName, deciderName }: CloseRow, reader: Reader): DayClose => {
  const { cash, transfer } = differencesOf(close);
  const isOthers = close.status === "waiting" && reader.mayBook && close.closedBy !== reader.id;
  return {
    _id: close.id,
    date: close.date,
    from: iso(close.fromAt),
    until: iso(close.untilAt),
    till: [...close.till],
    openingCash: close.openingCashMinor === null ? null : toMajor(close.openingCashMinor),
    expectedCash: toMajor(expectedCashOf(close)),
    countedCash: toMajor(close.countedCashMinor),
    bankedCash: toMajor(close.bankedCashMinor),
    countedTransfer: close.countedTransferMinor === null ? null : toMajor(close.countedTransferMinor),
    cashDifference: toMajor(cash),
    transferDifference: transfer === null ? null : toMajor(transfer),
    note: close.note,
    closedBy: { _id: close.closedBy, username: closerName },
    closedAt: iso(close.closedAt),
    status: close.status,
    decidedBy: close.decidedBy === null ? null : { _id: close.decidedBy, username: deciderName ?? "" },
    decidedAt: close.decidedAt === null ? null : iso(close.decidedAt),
    reason: close.reason,
    maySign: isOthers && reader.signsFrom === null,
    maySignFrom: isOthers && reader.signsFrom !== null ? iso(reader.signsFrom) : null,
  };
};

export interface Reader {
  readonly id: string;
  readonly mayBook: boolean;
  /** Epoch ms; null if they may sign now what somebody else closed. */
  readonly signsFrom: number | null;
}

export const readerOf = async ({ db }: Database, { id, role }: { id: string; role: Role }): Promise<Reader> => {
  const mayBook = may(role, "settlements:book");
  return { id, mayBook, signsFrom: mayBook ? await settledLater(db, id) : null };
};

export const listCloses = async ({ db }: Database, reader: Reader, page: Page) => {
  const maySign = and(eq(dayCloses.status, "waiting"), ne(dayCloses.closedBy, reader.id));
  const [rows, [all], [waiting]] = await Promise.all([
    selectCloses(db).orderBy(desc(dayCloses.date), desc(dayCloses.number)).limit(page.limit).offset(rowsBefore(page)),
    db.select({ n: count() }).from(dayCloses),
    db.select({ n: count() }).from(dayCloses).where(maySign),
  ]);
  return {
    closes: rows.map((row) => toClose(row, reader)),
    total: all?.n ?? 0,
    waiting: reader.mayBook && reader.signsFrom === null ? (waiting?.n ?? 0) : 0,
  };
};

/** The close with those who may sign it, if it waits. */
const withSigners = async (db: Db, row: CloseRow, reader: Reader): Promise<DayClose> => {
  const { status, closedBy, fromAt, untilAt } = row.close;
  const close = toClose(row, reader);
  if (status !== "waiting") return close;
  const signers: NonNullable<DayClose["signers"]> = [];
  for (const { id, username, from } of await secondPeople(db, "settlements:book", closedBy))
    if (!(await hasOwnMoney(db, { from: fromAt, until: untilAt }, id)))
      signers.push({ _id: id, username, from: from === null ? null : iso(from) });
  return { ...close, signers };
};

export const findClose = async ({ db }: Database, id: string, reader: Reader): Promise<DayClose | null> => {
  const [row] = await selectCloses(db).where(eq(dayCloses.id, id));
  return row ? await withSigners(db, row, reader) : null;
};

export const readDay = async (
  { db }: Database,
  date: string,
  reader: Reader,
  rates: ExchangeRates,
): Promise<DayOfCloses> => {
  const rows = await selectCloses(db).where(eq(dayCloses.date, date)).orderBy(dayCloses.number);
  const part = openPart(
    date,
    rows.map(({ close }) => close),
    await readNow(db),
  );
  const opening = part && (await readOpening(db, part, rates));
  return {
    date,
    closes: await Promise.all(rows.map((row) => withSigners(db, row, reader))),
    open: part && {
      from: iso(part.from),
      until: iso(part.until),
      openingCash: toMajor(opening ?? 0),
      isFirst: opening === null,
      till: await readTill(db, part, rates),
    },
  };
};

interface Part {
  readonly from: number;
  readonly until: number;
}

/** The part of the day that no close covers yet; null if there is none. */
const openPart = (date: string, closes: readonly Stored[], nowMs: number): Part | null => {
  const from = Math.max(
    startOfLagosDay(date),
    ...closes.filter(({ status }) => status !== "refused").map(({ untilAt }) => untilAt),
  );
  const until = Math.min(endOfLagosDay(date), nowMs);
  return from < until ? { from, until } : null;
};

const scopeOf = (part: Part): TakingsScope => {
  const date = lagosDay(part.from);
  return { from: date, to: date, part, interests: [] };
};

/** The money that came and went by the books. */
const readTill = async (db: Db, part: Part, rates: ExchangeRates): Promise<TillLine[]> => {
  const { received, outgoing = [] } = await readTakings({ db }, scopeOf(part), { page: 1, limit: 1 }, rates);
  return tillMethods.map((method) => ({
    method,
    inNgn: received.find((one) => one.method === method)?.totalNgn ?? 0,
    outNgn: outgoing.find((one) => one.method === method)?.totalNgn ?? 0,
  }));
};

/**
 * The cash in the till at the start of the part: what the last close before it left, and what came and went since, on a
 * time that nobody closed. Null before the first close, because nobody counted it: whoever makes that close says it.
 */
const readOpening = async (db: Db, { from }: Part, rates: ExchangeRates): Promise<Minor | null> => {
  const [last] = await db
    .select()
    .from(dayCloses)
    .where(and(ne(dayCloses.status, "refused"), lte(dayCloses.untilAt, from)))
    .orderBy(desc(dayCloses.untilAt), desc(dayCloses.closedAt))
    .limit(1);
  if (!last) return null;
  const since =
    last.untilAt < from ? booksOf(await readTill(db, { from: last.untilAt, until: from }, rates), "cash") : 0;
  return (last.countedCashMinor - last.bankedCashMinor + since) as Minor;
};

/** Finds out whether the close still has the opening of the books. Without a close before it, somebody said what the opening was. */
const hasSameOpening = async (db: Db, close: Stored, byBooks: Minor | null): Promise<boolean> => {
  const { openingCashMinor, fromAt, closedAt } = close;
  if (openingCashMinor === null) return true;
  if (byBooks !== null) return openingCashMinor === byBooks;
  const wasBeforeIt = and(lte(dayCloses.untilAt, fromAt), lt(dayCloses.closedAt, closedAt));
  const refusedSince = and(eq(dayCloses.status, "refused"), gt(dayCloses.decidedAt, closedAt));
  return (await db.$count(dayCloses, and(wasBeforeIt, refusedSince))) === 0;
};

const isSameTill = (
  one: readonly TillLine[],
  other: readonly TillLine[],
  methods: readonly TillMethod[] = tillMethods,
): boolean =>
  methods.every((method) => {
    const [a, b] = [one, other].map((till) => till.find((line) => line.method === method));
    return a?.inNgn === b?.inNgn && a?.outNgn === b?.outNgn;
  });

/** True if money of the person, or for a lot in which they have an interest, is in the part. */
const hasOwnMoney = async (db: Db, part: Part, personId: string): Promise<boolean> => {
  const scope = scopeOf(part);
  const interests = [...(await interestsOf({ db }, personId))];
  const isOwn = or(eq(payments.payerId, personId), inArray(payments.auctionId, interests));
  if ((await db.$count(payments, and(paymentsIn(scope), isOwn))) > 0) return true;
  const rows = otherMoney(db, otherMoneyIn(scope)).as("rows");
  const isTheirs = or(eq(rows.userId, personId), inArray(rows.auctionId, interests));
  const [own] = await db.select({ id: rows.id }).from(rows).where(isTheirs).limit(1);
  return own !== undefined;
};

const OWN_MONEY = refusal("CONFLICT_OF_INTEREST", {
  message: "Money of yours is among it. Somebody else must count this day.",
});
const changed = (message: string): ErrorBody => refusal("VALUE_CHANGED", { message });

/** Returns the new close's id, or why the day cannot be closed. */
export const closeDay = (
  { transaction }: Database,
  actorId: string,
  { date, countedCash, countedTransfer = null, bankedCash = 0, openingCash = 0, note = "", ...saw }: DayCloseBody,
  rates: ExchangeRates,
): Promise<string | ErrorBody> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "settlements:book"))) return refusal("FORBIDDEN");
    const closes = await tx.select().from(dayCloses).where(eq(dayCloses.date, date));
    if (closes.some(({ status }) => status === "waiting"))
      return changed("A close of this day waits for its second person. It must be signed or refused first.");
    const nowMs = await readNow(tx);
    const part = openPart(date, closes, nowMs);
    if (!part) {
      return invalid("date", date > lagosDay(nowMs) ? "This day has not come yet" : "The whole day is closed");
    }
    if (await hasOwnMoney(tx, part, actorId)) return OWN_MONEY;
    const till = await readTill(tx, part, rates);
    const byBooks = await readOpening(tx, part, rates);
    const isSameOpening = saw.seenOpening === undefined || toKobo(saw.seenOpening) === (byBooks ?? 0);
    // Other money that came meanwhile, such as an online payment, was not counted, and is in the stored books.
    const compared: readonly TillMethod[] = countedTransfer === null ? ["cash"] : ["cash", "transfer"];
    if (!isSameOpening || !isSameTill(till, saw.seen, compared))
      return changed("The books changed while you counted. Please look at them again.");
    if (bankedCash > countedCash) return invalid("bankedCash", "No more than what was counted can be taken out");
    if (openingCash > 0 && byBooks !== null)
      return invalid("openingCash", "The close before it says what was in the till");
    if (openingCash > 0 && note === "") return invalid("note", "Please say where the till's opening comes from");
    const counted = {
      till,
      openingCashMinor: byBooks ?? toMinor(openingCash),
      bankedCashMinor: toMinor(bankedCash),
      countedCashMinor: toMinor(countedCash),
      countedTransferMinor: countedTransfer === null ? null : toMinor(countedTransfer),
    };
    const wrong = noteMissing(counted, note);
    if (wrong) return wrong;

    const id = randomUUID();
    const row = { id, date, number: closes.length + 1, fromAt: part.from, untilAt: part.until, ...counted };
    const [made] = await tx
      .insert(dayCloses)
      .values({ ...row, note: note || null, closedBy: actorId, closedAt: clockNow, status: "waiting" })
      .onConflictDoNothing()
      .returning({ id: dayCloses.id });
    if (!made) return changed("Somebody else closed this day at the same time. Please look at it again.");
    await recordAction(tx, { actorId, action: "day closed", details: { date, closeId: id, note: note || null } });
    tx.wake("list:day-closes");
    return id;
  });

const invalid = (path: string, message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path, message }] });

/** A difference that nobody explains is refused. */
const noteMissing = (counted: Counted, note: string): ErrorBody | null => {
  const { cash, transfer } = differencesOf(counted);
  if (note !== "" || (cash === 0 && !transfer)) return null;
  const written = (difference: Minor, where: string) =>
    difference === 0
      ? []
      : [
          `${where} ${formatMoney(Math.abs(toMajor(difference)), "NGN")} ${difference > 0 ? "more" : "less"} than the books`,
        ];
  const all = [...written(cash, "The till has"), ...written(transfer ?? (0 as Minor), "The bank has")];
  return invalid("note", `${all.join(". ")}. Please say why.`);
};

type Decision = { readonly status: "signed" } | { readonly status: "refused"; readonly reason: string };

/** Signs or refuses a close. Returns why it cannot be done; null if it is done. */
export const decideClose = (
  { transaction }: Database,
  actorId: string,
  id: string,
  decision: Decision,
  rates: ExchangeRates,
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "settlements:book"))) return refusal("FORBIDDEN");
    const [close] = await tx.select().from(dayCloses).where(eq(dayCloses.id, id)).for("update");
    if (!close) return refusal("NOT_FOUND", { message: "Close not found" });
    const { status } = decision;
    if (close.status === status && close.decidedBy === actorId) return null;
    if (close.status !== "waiting") return changed(`Somebody else has ${close.status} this close already.`);
    const wrong = status === "signed" ? await whyNotSigned(tx, actorId, close, rates) : null;
    if (wrong) return wrong;
    await tx
      .update(dayCloses)
      .set({ ...decision, decidedBy: actorId, decidedAt: clockNow })
      .where(eq(dayCloses.id, id));
    const action = status === "signed" ? "day close signed" : "day close refused";
    const reason = decision.status === "refused" ? decision.reason : null;
    await recordAction(tx, { actorId, action, details: { date: close.date, closeId: id, reason } });
    tx.wake("list:day-closes");
    return null;
  });

const whyNotSigned = async (
  tx: Db,
  actorId: string,
  close: Stored,
  rates: ExchangeRates,
): Promise<ErrorBody | null> => {
  if (close.closedBy === actorId) {
    return refusal("FORBIDDEN", { message: "You closed this day. Somebody else must sign it." });
  }
  if (!(await isPersonSettled(tx, actorId))) {
    const message = "Somebody who has had the account or the role for less than 24 hours cannot sign.";
    return refusal("FORBIDDEN", { message });
  }
  const part = { from: close.fromAt, until: close.untilAt };
  if (await hasOwnMoney(tx, part, actorId)) return OWN_MONEY;
  if (
    (await hasSameOpening(tx, close, await readOpening(tx, part, rates))) &&
    isSameTill(await readTill(tx, part, rates), close.till)
  )
    return null;
  return changed("The books of this time changed after the count. Refuse this close, and close the day anew.");
};
