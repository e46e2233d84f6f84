// Schemas of the calls on a person's own data: the deletion of the account, and the terms that the person accepted.
import * as z from "zod/mini";
import { legalDocuments } from "../legal-versions.ts";
import { asGiven } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { loginBody } from "./accounts.ts";

/** An account is deleted so many days after its owner asked for it. */
export const DELETION_WAIT_DAYS = 7;

/** Each of these stands against the deletion of an account. */
export const deletionObstacles = [
  "staff",
  "suspended",
  "open-bids",
  "owes",
  "pickup",
  "second-chance",
  "sells",
  "balance",
  "withdrawal",
  "top-up",
] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

/** Explains each obstacle, and what the person can do about it. */
export const obstacleWords: Readonly<Record<DeletionObstacle, string>> = {
  staff: "You work on this site. Another administrator must take your role away first.",
  suspended: "Your account is suspended. Please write to our team.",
  "open-bids": "You have a bid or an auto-bid on an open auction. Bids are binding, so please wait until it has ended.",
  owes: "You still have to pay for a lot that you won or bought. Please pay it first.",
  pickup: "A lot that you paid for is not collected yet. Please collect it first.",
  "second-chance": "A lot is offered to you. Please accept or decline the offer first.",
  sells:
    "You sell a lot that is not sold and paid to you yet. Please wait until then, or ask us to take it off the site.",
  balance: "There is money in your balance. Please withdraw it to your bank account first.",
  withdrawal: "A withdrawal of yours is under way. Please wait until it has arrived.",
  "top-up": "A payment into your balance is under way. Please wait until it is finished.",
};

export const deletionBody = z.strictObject({ password: loginBody.shape.password });

export const deletionSchema = z.object({
  /** Null: no deletion waits. */
  waiting: z.nullable(z.object({ requestedAt: wireTime, dueAt: wireTime })),
  /** The obstacles to a deletion now. Empty: there is none. */
  obstacles: z.array(z.object({ reason: z.enum(deletionObstacles), message: z.string() })),
  /** False: the account signs in with Google alone. A mailed link (`forgot-password`) sets a password first. */
  hasPassword: z.boolean(),
});
export type Deletion = z.infer<typeof deletionSchema>;

const consent = { document: z.enum(legalDocuments), version: asGiven };
export const consentsSchema = z.object({
  /** The versions that the person accepted, newest first. */
  accepted: z.array(z.object({ ...consent, at: wireTime })),
  /** The versions in force that the person has not accepted yet. */
  missing: z.array(z.object(consent)),
});
export type Consents = z.infer<typeof consentsSchema>;
/** The versions that were shown. A version that is not in force is refused. */
export const consentsBody = z.strictObject({
  accepted: z.array(z.strictObject(consent)).check(z.minLength(1), z.maxLength(10)),
});
