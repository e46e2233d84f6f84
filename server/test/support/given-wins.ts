// Makes wins and purchases for end-to-end tests, by the calls that people make.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { type PayBody, type Win, winAnswer } from "@jara/shared/rest/settlements";
import { expect } from "vitest";
import { openAuction, type Person, setStatus } from "./e2e-people.ts";
import { type ApiAnswer, expectShape, type TestServer } from "./e2e-server.ts";

type Api = Pick<TestServer, "api">;

export interface Owned {
  readonly auction: Auction;
  readonly win: Win;
}

export const winOf = async (server: Api, { token }: Person, auctionId: string): Promise<Win | null> => {
  const { status, body } = await server.api("GET", `/api/auctions/${auctionId}/win`, { token });
  expect(status).toBe(200);
  expectShape(winAnswer, body);
  return body.win;
};

export const bidOn = async (server: Api, { token }: Person, auctionId: string, amount: number): Promise<void> => {
  const answer = await server.api("POST", "/api/bids", { token, body: { auctionId, amount } });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
};

const ownedBy = async (server: Api, person: Person, auction: Auction): Promise<Owned> => {
  const win = await winOf(server, person, auction._id);
  if (!win) throw new Error("neither won nor bought");
  return { auction, win };
};

/** An auction that ended with the person's bid of this price as the highest. */
export const wonBy = async (
  server: Api,
  admin: Person,
  person: Person,
  price = 1500.5,
  details: Partial<CreateAuctionBody> = {},
): Promise<Owned> => {
  const auction = await openAuction(server, admin, { title: `Lot ${randomUUID()}`, ...details });
  await bidOn(server, person, auction._id, price);
  await setStatus(server, admin, auction._id, "ended");
  return ownedBy(server, person, auction);
};

/** The price is ₦5,000.50, and the fee ₦250.03. */
export const boughtBy = async (server: Api, admin: Person, person: Person): Promise<Owned> => {
  const auction = await openAuction(server, admin, { title: `Lot ${randomUUID()}`, buyItNowPrice: 5000.5 });
  const answer = await server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, { token: person.token });
  expect(answer.status).toBe(200);
  return ownedBy(server, person, auction);
};

export const pay = (
  server: Api,
  { token }: Person,
  settlementId: string,
  body: PayBody,
  key: string = randomUUID(),
): Promise<ApiAnswer> =>
  server.api("POST", `/api/settlements/${settlementId}/payments`, { token, body, headers: { "idempotency-key": key } });
