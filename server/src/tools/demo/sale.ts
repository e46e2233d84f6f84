// The demo's sale: some of its lots, published together by the administrator like any other sale.
import { setTimeout as sleep } from "node:timers/promises";
import type { CreateSaleBody } from "@jara/shared/rest/sales";
import { startSaleActionJob } from "../../features/sales/action-job.ts";
import { askAction, isDone } from "../../features/sales/action-queries.ts";
import { setLots } from "../../features/sales/lot-queries.ts";
import { insertSale } from "../../features/sales/queries.ts";
import { sales } from "../../platform/database/schema/sales.ts";
import type { DemoMarket } from "./market.ts";

const LOOK_EVERY_MS = 20;
const HOUR = 3_600_000;

/** The lots' slugs, in the order of the catalogue. They open when the sale is published. */
export const lotsOfSale: readonly string[] = [
  "agbada",
  "toy-lorry",
  "textbooks",
  "dumbbells",
  "plastic-chairs",
  "solar-battery",
];

const sale = (now: number): CreateSaleBody => ({
  title: "Six lots, six homes",
  description:
    "What six families outgrew, from Lagos, Ibadan, Abeokuta, Enugu, Kano and Port Harcourt. The lots close one after " +
    "the other, two minutes apart. A late bid moves the end of its lot, and the later lots wait.",
  terms:
    "Each lot is sold as its page describes it. Look at it before you bid, or ask us a question on its page. The winner " +
    "collects it where its page says, or sends a courier.",
  viewings: [{ from: fullHour(now + 18 * HOUR), until: fullHour(now + 22 * HOUR), place: "the address of each lot" }],
  pickups: [],
  opensAt: null,
  closesAt: fullHour(now + 26 * HOUR),
  spacingSeconds: 120,
  closing: "in-order",
  groupSize: null,
  asksTerms: false,
  requirements: null,
  picture: "/media/demo/toy-lorry-1.webp",
});

/** The full hour before this time. */
const fullHour = (ms: number): string => new Date(ms - (ms % HOUR)).toISOString();

/**
 * Publishes the sale once, and returns when all its lots are open. `publishId`: the command's. `auctionIds`: drafts, in
 * the order of the catalogue.
 */
export const seedSale = async (
  { database, engine, log }: DemoMarket,
  adminId: string,
  { publishId, auctionIds }: { publishId: string; auctionIds: readonly string[] },
): Promise<void> => {
  const [made] = await database.db.select({ id: sales.id, revision: sales.revision }).from(sales).limit(1);
  const id = made?.id ?? (await insertSale(database, adminId, sale(Date.now())));
  if (id === null) throw new Error("the demo's administrator may make no sale");
  const hasLots = made && made.revision > 1;
  const set = hasLots ? "changed" : await setLots(database, adminId, { id, revision: 1, auctionIds });
  if (set !== "changed") throw new Error(`the lots of the demo's sale: ${JSON.stringify(set)}`);
  const asked = await askAction(database, {
    saleId: id,
    kind: "publish",
    seconds: null,
    actorId: adminId,
    commandId: publishId,
  });
  if (asked.is !== "asked") throw new Error(`the demo's sale was not published: ${asked.is}`);
  // The server's own job may begin first; each lot is opened once all the same.
  const job = startSaleActionJob({ database, engine, saleChanged: () => {}, log });
  try {
    while (!(await isDone(database, asked.actionId))) await sleep(LOOK_EVERY_MS);
  } finally {
    await job.stop();
  }
};
