// Computes the time at which a sale plans to close a lot, by the rule that the server applies when it publishes the
// sale.
import type { Sale } from "@jara/shared/rest/sales";
import { spacingsBefore } from "@jara/shared/sale-order";

export type Plan = Pick<Sale, "closesAt" | "spacingSeconds" | "closing" | "groupSize">;

/** Epoch ms. */
export const plannedEndMs = (sale: Plan, lotNumber: number): number =>
  Date.parse(sale.closesAt) + spacingsBefore(sale, lotNumber) * sale.spacingSeconds * 1_000;
