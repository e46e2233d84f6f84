// Sales and their lots, for end-to-end tests: made, published and looked at by the calls of a member of the staff.
import { randomUUID } from "node:crypto";
import { type Sale, type SaleAnswer, saleAnswer } from "@jara/shared/rest/sales";
import { expect, vi } from "vitest";
import { saleOrder } from "../../../load/src/history/checks/sale-order.ts";
import { evidenceOf } from "../../../load/src/history/evidence.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { openAuction, type Person } from "./e2e-people.ts";
import { type ApiCall, expectShape, type TestServer } from "./e2e-server.ts";
import { endIn } from "./seed.ts";
import { goTo } from "./shift-clock.ts";

export const SECOND = 1_000;
const HOUR = 3_600_000;

export const at = (ms: number): string => new Date(ms).toISOString();
export const inHours = (hours: number): string => at(Date.now() + hours * HOUR);

/** `given` is asked for each call, because the server is started after the tests are declared. */
export const salesOn = (given: () => { readonly server: TestServer; readonly admin: Person }) => {
  const api = (method: string, path: string, call: ApiCall = {}) => given().server.api(method, path, call);
  const post = (who: Person, path: string, call: Omit<ApiCall, "token"> = {}) =>
    api("POST", `/api/sales${path}`, { token: who.token, ...call });
  const makeSale = async (details: object = {}): Promise<Sale> => {
    const body = { title: `Sale ${randomUUID()}`, closesAt: inHours(3), ...details };
    const { status, body: answer, text } = await post(given().admin, "", { body });
    expect(status, text).toBe(201);
    expectShape(saleAnswer, answer);
    return answer.sale;
  };
  const makeLots = async (count: number, details: object = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 1; i <= count; i++) {
      const lot = { title: `Lot ${i} ${randomUUID()}`, startTime: inHours(48), endTime: inHours(72), ...details };
      ids.push((await openAuction(given().server, given().admin, lot))._id);
    }
    return ids;
  };
  const setLots = (sale: Pick<Sale, "_id" | "revision">, auctionIds: readonly string[], who = given().admin) =>
    api("PUT", `/api/sales/${sale._id}/lots`, { token: who.token, body: { revision: sale.revision, auctionIds } });
  const act = async (
    sale: Pick<Sale, "_id">,
    kind: string,
    { who = given().admin, ...call }: Omit<ApiCall, "token"> & { readonly who?: Person } = {},
  ): Promise<SaleAnswer> => {
    const { status, body, text } = await post(who, `/${sale._id}/${kind}`, call);
    expect(status, text).toBe(200);
    expectShape(saleAnswer, body);
    expect(body.action).toMatchObject({ kind, isDone: true });
    return body;
  };
  /** A published sale with its lots, all open. */
  const publishedSale = async (
    lots: number,
    details: object = {},
    lot: object = {},
  ): Promise<{ sale: Sale; ids: string[] }> => {
    const ids = await makeLots(lots, lot);
    const sale = await makeSale(details);
    expect((await setLots(sale, ids)).status).toBe(200);
    return { sale: (await act(sale, "publish")).sale, ids };
  };
  const lotOf = async (id: string) => (await api("GET", `/api/auctions/${id}`)).body.auction;
  const lotsOf = async (ids: readonly string[]) => await Promise.all(ids.map(lotOf));
  const endsOf = async (ids: readonly string[]): Promise<number[]> =>
    (await lotsOf(ids)).map(({ endTime }) => Date.parse(endTime));
  const statusesOf = async (ids: readonly string[]): Promise<string[]> =>
    (await lotsOf(ids)).map(({ status }) => status);
  /**
   * Moves the clock of the server's database past `time`. Resolves when the close clock has passed it too, and has opened and closed what was due then. It ends two other
   * lots, one after the other. The first may end together with what was due, but the clock finds the second in a later
   * read.
   */
  const clockPassed = async (time: number): Promise<void> => {
    const { server, admin } = given();
    const patiently = { timeout: 45_000, interval: 50 };
    await goTo(server, time + 1);
    for (const _ of ["first", "second"]) {
      const { _id } = await openAuction(server, admin);
      await endIn(server.server.database, _id, 0);
      await vi.waitFor(async () => expect((await lotOf(_id)).status).toBe("ended"), patiently);
    }
  };
  return { post, makeSale, makeLots, setLots, act, publishedSale, lotOf, endsOf, statusesOf, clockPassed };
};

/** The lots in the order in which they ended, by the database. */
export const endedInOrder = (
  { query }: Pick<TestServer, "query">,
  ids: readonly string[],
): Promise<{ id: string; at: number }[]> =>
  query<{ id: string; at: number }>(
    `select auction_id::text as id, (extract(epoch from at) * 1000)::float8 as at from auction_events
     where auction_id = any($1::text::uuid[]) and events::text like '%AuctionEnded%' order by at, revision`,
    [`{${ids.join(",")}}`],
  );

/** Holds the lots' logs against the checker's promise, and shows that it had all of them to look at. */
export const expectOrderHolds = async (
  { query }: Pick<TestServer, "query">,
  ids: readonly string[],
  closed = ids.length,
): Promise<void> => {
  const history = { calls: [], watching: [], held: [], clock: null, since: null };
  const { violations, tried } = saleOrder.run(evidenceOf(history, await readStored(query, ids, [])));
  expect(violations.map(({ what }) => what)).toEqual([]);
  expect(tried).toBe(closed);
};
