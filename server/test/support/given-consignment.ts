// Makes a lot the lot of a seller, with accepted terms, straight in the database: offers and agreements have tests of
// their own.
import { randomUUID } from "node:crypto";
import type { Database } from "../../src/platform/database/database.ts";

export interface TermsGiven {
  /** Hundredths of a percent. */
  readonly commissionPoints?: number;
  readonly leastCommissionMinor?: number;
  readonly vatPoints?: number;
  readonly charges?: readonly { readonly text: string; readonly amountMinor: number }[];
  readonly currency?: "NGN" | "USD";
}

/** Returns the offer's id, for further terms. */
export const consign = async (
  database: Pick<Database, "query">,
  given: { readonly auctionId: string; readonly sellerId: string; readonly staffId: string } & TermsGiven,
): Promise<string> => {
  const offerId = randomUUID();
  await database.query(
    `insert into offers (id, seller_id, status, content, uploads, created_at, updated_at, offered_at)
     values ($1::text::uuid, $2::text::uuid, 'accepted', '{}', '{}', clock_now(), clock_now(), clock_now())`,
    [offerId, given.sellerId],
  );
  await agree(database, { ...given, offerId, version: 1 });
  await database.query(
    "insert into consignments (auction_id, offer_id, seller_id) values ($1::text::uuid, $2::text::uuid, $3::text::uuid)",
    [given.auctionId, offerId, given.sellerId],
  );
  return offerId;
};

/** Further terms that the seller accepts now. */
export const agree = (
  database: Pick<Database, "query">,
  {
    offerId,
    sellerId,
    staffId,
    version,
    commissionPoints = 1_000,
    leastCommissionMinor = 0,
    vatPoints = 750,
    charges = [],
    currency = "NGN",
  }: TermsGiven & {
    readonly offerId: string;
    readonly sellerId: string;
    readonly staffId: string;
    readonly version: number;
  },
): Promise<unknown> =>
  database.query(
    `insert into agreements (id, offer_id, seller_id, version, currency, starting_price_minor, commission_points,
       least_commission_minor, vat_points, charges, proposed_at, proposed_by, accepted_at, accepted_name, terms_version)
     values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::int, $5, 100000, $6::text::int, $7::text::bigint,
       $8::text::int, $9::text::jsonb, clock_now(), $10::text::uuid, clock_now(), 'Carol Eze', '1')`,
    [
      randomUUID(),
      offerId,
      sellerId,
      String(version),
      currency,
      String(commissionPoints),
      String(leastCommissionMinor),
      String(vatPoints),
      JSON.stringify(charges),
      staffId,
    ],
  );
