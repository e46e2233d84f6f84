// Schemas of the REST calls that send money from a balance to the owner's bank account, and of the bank accounts
// themselves. Amounts are in NGN.
import * as z from "zod/mini";
import { amountSchema } from "../auction.ts";
import { formatMoney } from "../money.ts";
import { accountNumber, knownPassword, lines, opaque } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { pageQuery, paginationSchema } from "./common.ts";
import { sharedWithSchema } from "./who-may-bid.ts";

export const WITHDRAWAL_MIN = 100;
export const WITHDRAWAL_REASON_MAX = 500;
export const WITHDRAWALS_LIMIT_DEFAULT = 20;

export const bankSchema = z.object({ code: z.string(), name: z.string() });
export type Bank = z.infer<typeof bankSchema>;
export const banksAnswer = z.object({ banks: z.array(bankSchema) });

const bankCode = z.string().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, "must be the code of a bank"));
const number = accountNumber("must be the ten digits of an account number");
/** The caller's own password. It may be left out after a fresh proof of this session. */
const password = z.exactOptional(knownPassword.check(z.minLength(1, "Please enter your password")));

export const resolveBankAccountBody = z.strictObject({ bankCode, accountNumber: number });
export const resolvedBankAccount = z.object({
  bankName: z.string(),
  /** The name that the bank says. */
  accountName: z.string(),
  /** Is true if that is the caller's name. The caller can add the account only then. */
  isYours: z.boolean(),
  /** Says both names, if they differ. */
  problem: z.nullable(z.string()),
});
export type ResolvedBankAccount = z.infer<typeof resolvedBankAccount>;

export const addBankAccountBody = z.strictObject({ bankCode, accountNumber: number, password });
export const bankAccountSchema = z.object({
  _id: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  createdAt: wireTime,
  /** 24 hours after it was added. */
  usableAt: wireTime,
  isUsable: z.boolean(),
});
export type BankAccount = z.infer<typeof bankAccountSchema>;
export const bankAccountAnswer = z.object({ bankAccount: bankAccountSchema });
/** The caller's own, oldest first. */
export const bankAccountsAnswer = z.object({ bankAccounts: z.array(bankAccountSchema) });

/** `sent`: the payment service has it. `failed`: it did not arrive, and the money came back. */
export const withdrawalStatuses = ["requested", "approved", "sent", "paid", "refused", "cancelled", "failed"] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

const bankOfWithdrawal = z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() });
const withdrawalFields = {
  _id: z.string(),
  amount: z.number(),
  status: z.enum(withdrawalStatuses),
  bank: bankOfWithdrawal,
  createdAt: wireTime,
  /** One of the staff approved or refused it at this time. */
  decidedAt: z.nullable(wireTime),
  closedAt: z.nullable(wireTime),
  /** It was refused or failed for this reason. */
  reason: z.nullable(z.string()),
};
export const withdrawalSchema = z.object(withdrawalFields);
export type Withdrawal = z.infer<typeof withdrawalSchema>;

/** `amount` is `balance - reserved - owed`, at least 0. */
export const withdrawableSchema = z.object({
  amount: z.number(),
  balance: z.number(),
  /** Bound by bids on open auctions. */
  reserved: z.number(),
  /** Still to be paid for auctions won and purchases made; dollars at the current rate. */
  owed: z.number(),
});
export type Withdrawable = z.infer<typeof withdrawableSchema>;

/** These obstacles keep the caller from asking for any withdrawal. The answer has null if there is none. */
export const withdrawalObstacles = ["off", "unverified", "no-password"] as const;
export const withdrawalsAnswer = z.object({
  /** The newest 50. */
  withdrawals: z.array(withdrawalSchema),
  withdrawable: withdrawableSchema,
  obstacle: z.nullable(z.enum(withdrawalObstacles)),
  /** No money moves. */
  isSandbox: z.boolean(),
});
export type Withdrawals = z.infer<typeof withdrawalsAnswer>;

export const withdrawBody = z.strictObject({
  amount: amountSchema.check(
    z.minimum(WITHDRAWAL_MIN, `The smallest withdrawal is ${formatMoney(WITHDRAWAL_MIN, "NGN")}`),
  ),
  bankAccountId: opaque(64),
  password,
});
export const withdrawalAnswer = z.object({ withdrawal: withdrawalSchema });

export const adminWithdrawalSchema = z.object({
  ...withdrawalFields,
  person: z.object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    isBanned: z.boolean(),
  }),
  /** The person's balance now, without this withdrawal. */
  balance: z.number(),
  /** Names the transfer at the payment service. */
  reference: z.string(),
  isSandbox: z.boolean(),
  decidedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** The last problem on the way to the bank; null if there was none. */
  problem: z.nullable(z.string()),
  /** Is true if it is the caller's own. Another of the staff must decide such a withdrawal. */
  isOwn: z.boolean(),
  /** What other accounts share with the person. Empty once it is decided, and for the caller's own. */
  shares: z.array(sharedWithSchema),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawalSchema>;
export const adminWithdrawalAnswer = z.object({ withdrawal: adminWithdrawalSchema });
/** Open ones first, the oldest at the top; then the newest closed. */
export const adminWithdrawalsAnswer = z.object({
  withdrawals: z.array(adminWithdrawalSchema),
  pagination: paginationSchema,
});
export type AdminWithdrawals = z.infer<typeof adminWithdrawalsAnswer>;
export const adminWithdrawalsQuery = z.extend(pageQuery, { status: z.optional(z.enum(withdrawalStatuses)) });
export const refuseWithdrawalBody = z.strictObject({
  reason: lines(1, WITHDRAWAL_REASON_MAX),
});
