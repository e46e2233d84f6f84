// The one row of exchange rates that all nodes and restarts share.
import type { ExchangeRates } from "@jara/shared/money";
import type { Database } from "./database.ts";

export interface StoredRates extends ExchangeRates {
  /** Milliseconds since they were fetched, by the database's clock. */
  readonly ageMs: number;
}

export const loadRates = async (database: Database): Promise<StoredRates | null> => {
  const [row] = await database.query<StoredRates & Record<string, unknown>>(
    `select ngn_to_usd as "NGN_TO_USD", usd_to_ngn as "USD_TO_NGN",
       (extract(epoch from clock_timestamp() - fetched_at) * 1000)::float8 as "ageMs" from exchange_rates`,
  );
  return row ?? null;
};

/** False, and nothing written, where it is more than half above or below the rate that stands. */
export const storeRates = async (database: Database, rates: ExchangeRates): Promise<boolean> => {
  const rows = await database.query(
    `insert into exchange_rates as standing (id, ngn_to_usd, usd_to_ngn, fetched_at)
     values (1, $1::text::float8, $2::text::float8, clock_timestamp())
     on conflict (id) do update set
       ngn_to_usd = excluded.ngn_to_usd, usd_to_ngn = excluded.usd_to_ngn, fetched_at = clock_timestamp()
     where abs(excluded.usd_to_ngn - standing.usd_to_ngn) <= standing.usd_to_ngn / 2
     returning id`,
    [rates.NGN_TO_USD, rates.USD_TO_NGN],
  );
  return rows.length > 0;
};
