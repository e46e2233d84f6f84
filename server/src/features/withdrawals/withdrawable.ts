// Calculates how much a person may withdraw: the balance, less the money bound on open auctions, less what they still
// owe.
import { toMajor } from "@jara/shared/money";
import type { Withdrawable } from "@jara/shared/rest/withdrawals";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { reservedOf } from "../../engine/reads/reservations.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { purchaseTotal, winTotal } from "../../platform/database/debt-totals.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";

/** The sums depend on the database and on this rate. */
export interface FundTerms {
  readonly nairaForDollar: number;
}

/**
 * Kobo that a person has bound on open auctions, whatever `BALANCE_RULE` says: otherwise a leader could take the deposit
 * away just before the end, and put it back afterwards (decision 166).
 */
const boundBy = (userId: SQLWrapper | string, { nairaForDollar }: FundTerms): SQL<number> =>
  reservedOf(userId, nairaForDollar);

/** Kobo that a person still has to pay for wins and purchases, with dollars at this rate. */
const owedBy = (userId: SQLWrapper | string, { nairaForDollar }: FundTerms): SQL<number> => sql<number>`coalesce((
  select ceil(sum(greatest(rest, 0) * case currency when 'USD' then ${nairaForDollar}::float8::numeric else 1 end)) from (
    select ${winTotal()} - ${settlements.depositWorthMinor} - ${settlements.paidMinor} as rest,
      ${auctions.currency} as currency
    from ${settlements} join ${auctions} on ${auctions.id} = ${settlements.auctionId}
    where ${settlements.winnerId} = ${userId} and ${settlements.status} = 'open'
    union all
    select ${purchaseTotal()} - ${purchases.depositWorthMinor} - ${purchases.paidMinor},
      ${auctions.currency}
    from ${purchases} join ${auctions} on ${auctions.id} = ${purchases.auctionId}
    where ${purchases.buyerId} = ${userId} and ${purchases.status} = 'pending'
  ) due), 0)::bigint`;

export interface Funds {
  readonly balanceMinor: number;
  readonly reservedMinor: number;
  readonly owedMinor: number;
}

export const toWithdrawable = ({ balanceMinor, reservedMinor, owedMinor }: Funds): Withdrawable => ({
  amount: toMajor(Math.max(0, balanceMinor - reservedMinor - owedMinor)),
  balance: toMajor(balanceMinor),
  reserved: toMajor(reservedMinor),
  owed: toMajor(owedMinor),
});

export const withdrawableOf = async ({ db }: Database, userId: string, terms: FundTerms): Promise<Withdrawable> =>
  toWithdrawable(await fundsOf(db, userId, terms));

/** All zero for a person who does not exist. */
export const fundsOf = async (db: Db, userId: string, terms: FundTerms): Promise<Funds> => {
  const [row] = await db
    .select({
      balanceMinor: users.balanceMinor,
      // A template within a template, because Drizzle takes the tables' names off the columns of the outer one.
      reservedMinor: sql<number>`${boundBy(users.id, terms)}`,
      owedMinor: sql<number>`${owedBy(users.id, terms)}`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { balanceMinor: 0, reservedMinor: 0, owedMinor: 0 };
};
