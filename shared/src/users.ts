// The schema of an account as its owner sees it, and the limits of a password.
import * as z from "zod/mini";
import { roles } from "./permissions.ts";
import { wireTime } from "./wire-time.ts";

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

export const addressSchema = z.object({
  street: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  zipCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
});

/** `balance` is NGN in major units; negative only after a forfeit. */
export const userSchema = z.object({
  id: z.string(),
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  role: z.enum(roles),
  isEmailVerified: z.boolean(),
  balance: z.number(),
  createdAt: wireTime,
  address: addressSchema,
  /** Whether the user gets an e-mail after being outbid. */
  wantsOutbidMail: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** `available`: NGN, the balance without what is bound by bids and maxima (`BALANCE_RULE=hold`). */
export const profileSchema = z.object({ ...userSchema.shape, available: z.number() });
