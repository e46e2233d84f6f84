// Creates the people of a site under test, with sessions, by SQL: bidders who can pay, and one seller.

import type { Database } from "../../src/platform/database/database.ts";
import { makeParticipants } from "../../src/tools/load/make-participants.ts";
import { SITE_SECRET } from "../site/site.ts";

export interface RoundPerson {
  readonly id: string;
  readonly token: string;
}

export interface RoundParticipants {
  readonly bidders: readonly RoundPerson[];
  readonly seller: RoundPerson;
}

export const makePeople = async (database: Database, bidders: number): Promise<RoundParticipants> => {
  const participants = await makeParticipants(database, SITE_SECRET, { bidders, auctions: 0, hasSeller: true });
  const [row] = await database.query<{ id: string }>(
    `select id from users where username = 'load ' || $1 || ' seller'`,
    [participants.name],
  );
  if (!row || !participants.seller) throw new Error("the seller was not made");
  return { bidders: participants.bidders, seller: { id: row.id, token: participants.seller.token } };
};
