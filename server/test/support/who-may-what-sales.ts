// Makes the request for each call and live command on sales in the table of permissions, as who-may-what-given.ts does.
import { openAuction } from "./e2e-people.ts";
import { from, type Given } from "./who-may-what-made.ts";
import { ok, unique, type World } from "./who-may-what-world.ts";

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const details = (): object => ({ title: unique("Sale "), closesAt: inHours(30), terms: "Collect within five days." });

interface Made {
  readonly id: string;
  readonly lot: string;
}

/** A draft of a sale, without its lot. */
const draftSale = async ({ server, people: { seller } }: World): Promise<Made> => {
  const { token } = seller;
  const { body } = await ok(server, "POST", "/api/sales", { token, body: details() });
  const { _id: lot } = await openAuction(server, seller, { startTime: inHours(20), endTime: inHours(30) });
  return { id: body.sale._id, lot };
};
/** The same with its lot: its revision is 2. */
const filledSale = async (world: World): Promise<Made> => {
  const sale = await draftSale(world);
  const body = { revision: 1, auctionIds: [sale.lot] };
  await ok(world.server, "PUT", `/api/sales/${sale.id}/lots`, { token: world.people.seller.token, body });
  return sale;
};
const asked = async ({ server, people }: World, id: string, action: string): Promise<void> =>
  void (await ok(server, "POST", `/api/sales/${id}/${action}`, { token: people.seller.token }));
const publishedSale = async (world: World): Promise<Made> => {
  const sale = await filledSale(world);
  await asked(world, sale.id, "publish");
  return sale;
};
/** A published sale, and a draft that is in no sale. */
const saleForLateLot = async (world: World): Promise<Made> => {
  const { id } = await publishedSale(world);
  const times = { startTime: inHours(20), endTime: inHours(30) };
  return { id, lot: (await openAuction(world.server, world.people.seller, times))._id };
};
const askingSale = async (world: World): Promise<Made> => {
  const sale = await filledSale(world);
  const { token } = world.people.seller;
  await ok(world.server, "PUT", `/api/sales/${sale.id}`, { token, body: { revision: 2, asksTerms: true } });
  await asked(world, sale.id, "publish");
  return sale;
};
const pausedSale = async (world: World): Promise<Made> => {
  const sale = await publishedSale(world);
  await asked(world, sale.id, "pause");
  return sale;
};

const watched = (make: typeof draftSale) => async (world: World) => ({
  saleId: (await from(make)(world, "visitor", false)).id,
});
/** The data of the commands over the live transports. */
export const givenLiveSales: Readonly<Record<string, (world: World) => Promise<object>>> = {
  "sale:watch": watched(publishedSale),
  "sale:watch, a draft": watched(draftSale),
  "sale:unwatch": watched(publishedSale),
};

export const givenSales: Readonly<Record<string, Given>> = {
  "GET /api/sales/:id": from(publishedSale),
  "GET /api/sales/:id, a draft": from(draftSale),
  "GET /api/sales/:id/lots": from(publishedSale),
  "GET /api/sales/:id/lots, a draft": from(filledSale),
  "GET /api/sales/:id/calendar.ics": from(publishedSale),
  "GET /api/sales/:id/calendar.ics, a draft": from(draftSale),
  "GET /api/sales/:id/catalogue.pdf": from(publishedSale),
  "GET /api/sales/:id/catalogue.pdf, a draft": from(filledSale),
  "GET /api/admin/sales/:id/bidders": from(publishedSale),
  "GET /api/admin/sales/:id/bidders.csv": from(publishedSale),
  "GET /api/admin/sales/:id/results": from(publishedSale),
  "GET /api/admin/sales/:id/results.csv": from(publishedSale),
  "GET /api/admin/sales/:id/results.pdf": from(publishedSale),
  "GET /api/admin/sales/:id/labels.pdf": from(publishedSale),
  "POST /api/admin/sales/:id/send-invoices": from(publishedSale),
  "GET /api/admin/sales/:id/packing-lists.pdf": from(publishedSale),
  "GET /api/sales/:id/terms": from(publishedSale),
  "GET /api/sales/:id/may-bid": from(publishedSale),
  "POST /api/sales/:id/ask-approval": from(publishedSale),
  "GET /api/sales/:id/terms, a draft": from(draftSale),
  "POST /api/sales/:id/accept-terms": from(askingSale, () => ({ body: { version: 1 } })),
  "POST /api/sales/:id/accept-terms, a draft": from(draftSale, () => ({ body: { version: 1 } })),
  "POST /api/sales": () => ({ body: details() }),
  "PUT /api/sales/:id": from(draftSale, () => ({ body: { revision: 1, title: unique("Sale ") } })),
  "PUT /api/sales/:id, with other terms of a published sale": from(publishedSale, () => ({
    body: { revision: 3, terms: unique("Terms ") },
  })),
  "PUT /api/sales/:id/lots": from(draftSale, ({ lot }) => ({ body: { revision: 1, auctionIds: [lot] } })),
  "POST /api/sales/:id/lots": from(saleForLateLot, ({ lot }) => ({ body: { auctionId: lot } })),
  "POST /api/sales/:id/publish": from(filledSale),
  "POST /api/sales/:id/pause": from(publishedSale),
  "POST /api/sales/:id/resume": from(pausedSale),
  "POST /api/sales/:id/shift": from(publishedSale, () => ({ body: { seconds: 60 } })),
  "POST /api/sales/:id/end": from(publishedSale),
};
