// SQL expressions that generate the large market. Every value is computed from a row's number, so that two runs make
// the same market and no statement has to look up what another one made.
import { firstNames, lastNames } from "./vocabulary.ts";

/** A pseudo-random number from 0 (included) to 1, different for each salt. */
export const random = (n: string, salt: number): string =>
  `((hashint8extended((${n})::bigint, ${salt}) & 4294967295)::float8 / 4294967296)`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Picks an element. `at`, from 0 to 1, is the position in the list. */
export const pick = (list: readonly string[], at: string): string =>
  `(array[${list.map(literal).join(", ")}])[1 + floor(${list.length} * (${at}))::int]`;

/** Picks early elements far more often. */
export const pickEarly = (list: readonly string[], n: string, salt: number): string =>
  pick(list, `power(${random(n, salt)}, 2)`);

export const auctionId = (n: string): string => `md5('large lot ' || (${n}))::uuid`;
export const userId = (n: string): string => `md5('large user ' || (${n}))::uuid`;

export const firstName = (n: string): string => pick(firstNames, random(n, 21));
export const lastName = (n: string): string => pick(lastNames, random(n, 22));
export const username = (n: string): string => `lower(${firstName(n)}) || (${n})`;

export interface Sizes {
  readonly auctions: number;
  readonly users: number;
  readonly bids: number;
}

/**
 * The number of administrators. They are the first users, because only staff sell. The first of them sells a
 * third of all lots.
 */
export const adminsOf = ({ users }: Sizes): number => Math.max(2, Math.min(40, Math.floor(users / 25)));
export const sellerOf = (sizes: Sizes, n: string): string =>
  `(case when ${random(n, 31)} < 0.33 then 1 else 1 + floor(${adminsOf(sizes)} * ${random(n, 32)}) end)::bigint`;

/**
 * The bidder of a lot's k-th bid. The choice follows a cubic distribution, so that the busiest of 100,000 users has two
 * of a hundred bids.
 */
export const bidderOf = (sizes: Sizes, n: string, k: string): string => {
  const admins = adminsOf(sizes);
  const at = random(`(${n})::bigint * 1000003 + (${k})`, 33);
  return `(${admins + 1} + floor(${sizes.users - admins} * power(${at}, 3)))::bigint`;
};

export const BUSIEST_LEDGER = 5000;
/** The number of entries in a user's ledger: one to ten, and very many for the busiest bidder. */
export const ledgerEntriesOf = (sizes: Sizes, n: string): string =>
  `case when (${n}) = ${adminsOf(sizes) + 1} then ${BUSIEST_LEDGER}
     else 1 + floor(10 * power(${random(n, 34)}, 3))::int end`;
export const ledgerAmountOf = (n: string): string => `(100000 * (1 + floor(200 * ${random(n, 35)})))::bigint`;
