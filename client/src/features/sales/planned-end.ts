// The time at which a sale plans to close a lot, by the same rule as the server when it publishes the sale.
import type { Sale } from "@jara/shared/rest/sales";

export type Plan = Pick<Sale, "closesAt" | "spacingSeconds" | "closing" | "groupSize">;

/** The lots of a group close together, one spacing after the group before. */
const stepsBefore = ({ closing, groupSize }: Plan, lotNumber: number): number =>
  closing === "together" && groupSize !== null ? Math.floor((lotNumber - 1) / groupSize) : lotNumber - 1;

/** Epoch ms. */
export const plannedEndMs = (sale: Plan, lotNumber: number): number =>
  Date.parse(sale.closesAt) + stepsBefore(sale, lotNumber) * sale.spacingSeconds * 1_000;
