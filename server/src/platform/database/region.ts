// The region of a lot: the last of Nigeria's states that the text of its location names ("Ogun Street, Lagos" is in
// Lagos), or null. The generated column `auctions.region` uses this expression.
import { regions } from "@jara/shared/regions";
import { type SQL, sql } from "drizzle-orm";

/** The first part of the pattern matches as much as it can, so the pattern finds the last name. */
const pattern = `.*\\m(${regions.join("|")})\\M`;

export const regionOf = (location: SQL): SQL => sql`substring(lower(${location}) from ${sql.raw(`'${pattern}'`)})`;
