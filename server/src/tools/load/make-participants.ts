// Makes load participants: bidders with sessions, a seller, and auctions. The load tester only uses them, and itself
// makes nothing but the auctions of the scenario `close`.
import { randomBytes } from "node:crypto";
import jwt from "@fastify/jwt";
import Fastify from "fastify";
import { createTokens, jwtOptions } from "../../features/accounts/sessions/tokens.ts";
import type { Database } from "../../platform/database/database.ts";
import { makeAuctions, makeBidders, makeSeller } from "./participant-statements.ts";

export interface ParticipantSizes {
  readonly bidders: number;
  readonly auctions: number;
  /** Include a session of the seller, who may do everything that an administrator may. */
  readonly hasSeller: boolean;
}

/** The content of a participants file, as the load tester reads it. */
export interface Participants {
  readonly jara: "load field 1";
  readonly name: string;
  readonly madeAt: string;
  readonly bidders: readonly { readonly id: string; readonly token: string }[];
  readonly seller: { readonly token: string } | null;
  readonly auctions: readonly string[];
}

const DEVICE = "Load tester";

export const makeParticipants = async (
  database: Database,
  jwtSecret: string,
  sizes: ParticipantSizes,
): Promise<Participants> => {
  const app = Fastify();
  await app.register(jwt, jwtOptions(jwtSecret));
  const tokens = createTokens(app, database);
  const name = randomBytes(3).toString("hex");
  const seller = await makeSeller(database, name);
  const bidders = await makeBidders(database, name, sizes.bidders);
  const auctions = await makeAuctions(database, name, seller, sizes.auctions);
  const issued = await tokens.issueMany(bidders, DEVICE);
  const [ofSeller = ""] = sizes.hasSeller ? await tokens.issueMany([seller], DEVICE) : [];
  return {
    jara: "load field 1",
    name,
    madeAt: new Date().toISOString(),
    bidders: bidders.map(({ id }, n) => ({ id, token: issued[n] ?? "" })),
    seller: sizes.hasSeller ? { token: ofSeller } : null,
    auctions,
  };
};
