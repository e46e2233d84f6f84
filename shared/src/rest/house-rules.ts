// Schemas of the REST call that gives drafts the house's rules of new lots.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { HOUSE_RULES_LOTS_MAX } from "../house-rules.ts";

export const houseRulesBody = z.strictObject({
  auctionIds: z.array(idSchema).check(z.minLength(1), z.maxLength(HOUSE_RULES_LOTS_MAX)),
});

export const houseRulesAnswer = z.object({
  /** The drafts that have the house's rules now, those that had them before included. */
  changed: z.array(z.string()),
  refused: z.array(z.object({ auctionId: z.string(), message: z.string() })),
});
export type HouseRulesAnswer = z.infer<typeof houseRulesAnswer>;
