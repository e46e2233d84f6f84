// Active auctions ordered by what their current price is worth in naira. There is an index of price steps
// (platform/database/price-step.ts). The query first counts the auctions on each step of each currency from that index
// alone, then reads and sorts only the steps that the page can lie on.
import type { Currency } from "@jara/shared/money";
import { and, asc, between, count, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../../platform/database/database.ts";
import {
  type Found,
  literal,
  type Order,
  type Page,
  rowsBefore,
  type Values,
} from "../../../platform/database/pages.ts";
import { tenfoldBoundsOf } from "../../../platform/database/price-step.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import { type FilterShape, isListed } from "./list-filter.ts";
import { limitedTo, listedBy } from "./listed.ts";
import { currenciesOf, factorOf, type Ratio, worthIn } from "./worth.ts";

/** The auctions of one currency on one price step. */
export interface Step {
  readonly currency: Currency;
  readonly step: number;
  readonly count: number;
}

const countSteps = preparedFor((db, shape: FilterShape) => {
  const listed = listedBy(db, shape);
  return db
    .select({ currency: listed.currency, step: sql<number>`${listed.priceStep}`, count: count() })
    .from(listed)
    .groupBy(listed.currency, listed.priceStep)
    .prepare("auctions on each price step");
});

/** The steps that have rows of a page, and how many rows of them come before the page. */
interface Reach {
  readonly steps: readonly Step[];
  readonly before: number;
}

/**
 * The steps on which the rows numbered `from` to `to` (exclusive), in ascending order of worth, can lie. Steps of two
 * currencies overlap, so a step's rows have a lowest and a highest possible number: after all steps that end before it
 * begins, and before all steps that begin after it ends. A step that is left out lies wholly before or after the page.
 */
export const stepsAround = (steps: readonly Step[], ratio: Ratio, from: number, to: number): Reach => {
  const ranges = steps.map((step) => {
    const [bounds, factor] = [tenfoldBoundsOf(step.step), factorOf(step.currency, ratio)];
    return { step, from: bounds.from * factor, to: bounds.to * factor };
  });
  const sumOf = (parts: readonly { readonly step: Step }[]) => parts.reduce((sum, { step }) => sum + step.count, 0);
  const numbered = ranges.map((range) => ({
    ...range,
    lowest: sumOf(ranges.filter((other) => other.to <= range.from)),
    highest: sumOf(ranges.filter((other) => other.from < range.to)),
  }));
  return {
    steps: numbered.filter(({ lowest, highest }) => lowest < to && highest > from).map(({ step }) => step),
    before: from - sumOf(numbered.filter(({ highest }) => highest <= from)),
  };
};

type Part = { readonly shape: FilterShape; readonly size: number; readonly before: number };

const lowest = (currency: Currency) => `${currency}Lowest`;
const highest = (currency: Currency) => `${currency}Highest`;

const onSteps = preparedFor((db, { shape, size, before }: Part) => {
  const [first, second] = currenciesOf(shape.currency).map((currency) =>
    db
      .select({ id: auctions.id, worth: worthIn(currency, auctions.priceMinor).as("worth") })
      .from(auctions)
      .where(
        and(
          isListed(shape),
          shape.isLimited ? limitedTo(currency).all : hasValue(auctions.currency, currency),
          between(auctions.priceStep, sql.placeholder(lowest(currency)), sql.placeholder(highest(currency))),
        ),
      ),
  );
  if (!first) throw new Error("a filter leaves one currency or both");
  const found = (second ? unionAll(first, second) : first).as("found");
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(asc(found.worth), asc(found.id))
    .limit(literal(size))
    .offset(literal(before))
    .prepare("page by price");
});

/** The lowest and the highest of the steps in each currency. The first is above the second if there is none. */
const reachOf = (steps: readonly Step[]): Record<string, number> =>
  Object.fromEntries(
    currenciesOf(undefined).flatMap((currency) => {
      const own = steps.filter((step) => step.currency === currency).map(({ step }) => step);
      return [
        [lowest(currency), own.length > 0 ? Math.min(...own) : 1],
        [highest(currency), own.length > 0 ? Math.max(...own) : 0],
      ];
    }),
  );

export const pageByPrice = async (
  database: Database,
  shape: FilterShape,
  values: Values,
  ratio: Ratio,
  order: Order,
  page: Page,
): Promise<Found> => {
  const steps = await countSteps(database, shape).execute(values);
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  const before = rowsBefore(page);
  const size = Math.min(page.limit, total - before);
  if (size <= 0) return { ids: [], total };
  const from = order === "asc" ? before : total - before - size;
  const reach = stepsAround(steps, ratio, from, from + size);
  const part = { shape, size, before: reach.before };
  const rows = await onSteps(database, part).execute({ ...values, ...reachOf(reach.steps) });
  const ids = rows.map(({ id }) => id);
  return { ids: order === "asc" ? ids : ids.reverse(), total };
};
