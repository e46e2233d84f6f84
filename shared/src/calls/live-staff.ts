// Live commands and events of the staff. With them come drafts and everything of the listing.
import * as z from "zod/mini";
import { refusal } from "../errors.ts";
import { adminUserShape, says, settlementShape } from "../live-shapes.ts";
import { other } from "./costs.ts";
import { liveCommand, liveEvent } from "./live.ts";
import { always } from "./refusals.ts";
import { adminUser, settlement, slower } from "./samples.ts";

export const staffCommands = {
  "admin:watch": liveCommand({
    access: "staff",
    tag: "Administration",
    summary: "Follow everything that your role may see",
    description:
      "Cataloguers get all lots with drafts and reserves, and masked names; cashiers accounts and settlements; managers " +
      "and administrators all of it, with full names.",
    data: z.strictObject({}),
    answer: {},
    refusals: [...always, "UNAUTHENTICATED", "FORBIDDEN"],
    cost: other(1),
    limit: { name: "admin watches of a user", burst: 50, perSecond: 5 },
    example: { data: {}, answer: {}, refusal: refusal("UNAUTHENTICATED") },
  }),
  "admin:unwatch": liveCommand({
    access: "anyone",
    tag: "Administration",
    summary: "Follow it no more",
    description: "Safe for a connection that follows no feed of the staff.",
    data: z.strictObject({}),
    answer: {},
    refusals: always,
    example: { data: {}, answer: {}, refusal: slower },
  }),
};

export const staffEvents = {
  "user:updated": liveEvent({
    to: ["staff"],
    summary: "An account, as it is now",
    when: "When it was made, or its role, verification, balance or profile changed.",
    data: z.strictObject({ user: says(adminUserShape, "The account as it is now.") }),
    examples: [{ user: adminUser }],
  }),
  "settlement:changed": liveEvent({
    to: ["staff"],
    summary: "A settlement or purchase, as it stands",
    when: "When it was opened or closed, or waits for staff.",
    data: z.strictObject({ settlement: says(settlementShape, "As it stands now.") }),
    examples: [{ settlement }],
  }),
};
