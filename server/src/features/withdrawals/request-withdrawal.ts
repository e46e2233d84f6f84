// Asks for a withdrawal. One transaction locks the person's row, writes the withdrawal and the mail, and takes the amount off
// the balance: all of them or none.
import { createHash } from "node:crypto";
import { asMinor, toMajor } from "@jara/shared/money";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { bankAccounts, withdrawals } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { nowMs } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { type Funds, type FundTerms, fundsOf } from "./withdrawable.ts";

/** Each one sends mails and asks for a decision of the staff. */
const REQUESTS_AN_HOUR = 20;

export interface WithdrawalRequest {
  readonly userId: string;
  readonly commandId: string;
  readonly amountMinor: number;
  readonly bankAccountId: string;
  readonly isSandbox: boolean;
  readonly terms: FundTerms;
  readonly hasLimit: boolean;
}

export type Requested =
  | { readonly is: "made" | "made-before"; readonly id: string }
  | { readonly is: "key-reused" | "suspended" | "unverified" | "no-account" | "too-many" }
  | { readonly is: "account-waits"; readonly usableAt: number }
  | ({ readonly is: "too-much" } & Funds);

export const referenceOf = (withdrawalId: string): string => `withdrawal-${withdrawalId}`;

/** The same command gives the same id on any node and after a restart. No other person's command gives it. */
export const withdrawalIdOf = (userId: string, commandId: string): string => {
  const hex = createHash("sha256")
    .update(JSON.stringify(["withdrawal", userId, commandId]))
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
};

/** Returns the earlier outcome of the same command; null if this is the first. */
const findBefore = async (tx: Db, id: string, request: WithdrawalRequest): Promise<Requested | null> => {
  const [row] = await tx
    .select({ amountMinor: withdrawals.amountMinor, bankAccountId: withdrawals.bankAccountId })
    .from(withdrawals)
    .where(eq(withdrawals.id, id));
  if (!row) return null;
  const isSame = row.amountMinor === request.amountMinor && row.bankAccountId === request.bankAccountId.toLowerCase();
  return isSame ? { is: "made-before", id } : { is: "key-reused" };
};

const findAccount = async (tx: Db, { bankAccountId, userId, isSandbox }: WithdrawalRequest) => {
  const isTheirs = and(eq(bankAccounts.id, bankAccountId), eq(bankAccounts.userId, userId));
  const [account] = await tx
    .select()
    .from(bankAccounts)
    .where(and(isTheirs, isNull(bankAccounts.removedAt), eq(bankAccounts.isSandbox, isSandbox)));
  return account;
};

/** The withdrawals that the person asked for within the last hour, and the database's time (epoch ms). */
const requestsNow = async (tx: Db, userId: string): Promise<{ requests: number; now: number }> => {
  const isLate = sql`${withdrawals.createdAt} > clock_now() - interval '1 hour'`;
  const [row] = await tx
    .select({ requests: count(), now: nowMs })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), isLate));
  if (!row) throw new Error("no row");
  return row;
};

export const requestWithdrawal = ({ transaction }: Database, request: WithdrawalRequest): Promise<Requested> =>
  transaction(async (tx) => {
    const { userId, bankAccountId, isSandbox } = request;
    const id = withdrawalIdOf(userId, request.commandId);
    const person = (await lockPeople(tx, [userId])).get(userId);
    const before = await findBefore(tx, id, request);
    if (before) return before;
    if (!isUuid(bankAccountId)) return { is: "no-account" };
    if (!person || person.bannedAt !== null) return { is: "suspended" };
    if (person.emailVerifiedAt === null) return { is: "unverified" };
    const account = await findAccount(tx, request);
    if (!account) return { is: "no-account" };
    const { requests, now } = await requestsNow(tx, userId);
    if (account.usableAt > now) return { is: "account-waits", usableAt: account.usableAt };
    if (request.hasLimit && requests >= REQUESTS_AN_HOUR) return { is: "too-many" };
    const { balanceMinor, reservedMinor, owedMinor } = await fundsOf(tx, userId, request.terms);
    const amountMinor = asMinor(request.amountMinor);
    if (balanceMinor - reservedMinor - owedMinor < amountMinor) {
      return { is: "too-much", balanceMinor, reservedMinor, owedMinor };
    }

    const reference = referenceOf(id);
    const made = { id, userId, bankAccountId, amountMinor, reference, isSandbox, createdAt: clockNow };
    await tx.insert(withdrawals).values(made);
    const { bankName, accountNumber } = account;
    await queueMail(tx, {
      kind: "withdrawal-requested",
      toAddress: person.email,
      userId,
      data: { amount: toMajor(amountMinor), bankName, accountNumber },
    });
    await postToLedger(tx, {
      userId,
      amountMinor: asMinor(-amountMinor),
      leastMinor: asMinor(reservedMinor + owedMinor),
      cause: "withdrawal",
      reference,
      actorId: userId,
    });
    return { is: "made", id };
  });
