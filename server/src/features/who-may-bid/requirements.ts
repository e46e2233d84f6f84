// Keeps in memory what bidders must have done: the site's setting, and what sales ask instead. Each node reads the
// sales again within a second of a change, wherever it was made, and then tells the people who are connected to it.
import type { BiddingRequirements } from "@jara/shared/bidding-requirements";
import { isNotNull } from "drizzle-orm";
import type { RequirementsInForce } from "../../engine/reads/bidder-checks.ts";
import type { Database } from "../../platform/database/database.ts";
import { sales } from "../../platform/database/schema/sales.ts";
import { startJob } from "../../platform/jobs/job.ts";

const POLL_EVERY_MS = 1_000;

export interface Requirements extends RequirementsInForce {
  /** True if the sale asks for something of its own. */
  hasOwn(saleId: string): boolean;
  /** Reads the sales again now. Call after a change of this node. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export const startRequirements = async (deps: {
  readonly database: Pick<Database, "db">;
  readonly ofSite: () => BiddingRequirements;
  /** Called when something else is asked for from now on. */
  readonly changed: () => void;
  readonly log: { warn(details: object, message: string): void };
}): Promise<Requirements> => {
  const { database, ofSite, changed, log } = deps;
  let ofSales = await readSales(database);
  let known = JSON.stringify([ofSite(), ofSales]);
  const refresh = async (): Promise<void> => {
    ofSales = await readSales(database);
    const now = JSON.stringify([ofSite(), ofSales]);
    if (now === known) return;
    known = now;
    changed();
  };
  const job = startJob({
    everyMs: POLL_EVERY_MS,
    run: refresh,
    failed: (error) => log.warn({ err: error }, "the requirements of bidders were not read"),
  });
  return {
    of: (saleId) => (saleId === null ? undefined : ofSales[saleId]) ?? ofSite(),
    hasOwn: (saleId) => ofSales[saleId] !== undefined,
    refresh,
    stop: () => job.stop(),
  };
};

/** Lists them in one order, so that equal requirements are equal texts. */
const readSales = async ({ db }: Pick<Database, "db">): Promise<Readonly<Record<string, BiddingRequirements>>> => {
  const rows = await db
    .select({ id: sales.id, requirements: sales.requirements })
    .from(sales)
    .where(isNotNull(sales.requirements))
    .orderBy(sales.id);
  return Object.fromEntries(rows.flatMap(({ id, requirements }) => (requirements ? [[id, requirements]] : [])));
};
