// Schemas of the REST calls on a person's phone, which is verified by a code.
import * as z from "zod/mini";
import { PHONE_CODE_DIGITS } from "../phone-number.ts";
import { digits, phone } from "../text/kinds.ts";

export const phoneCodeBody = z.strictObject({ phone });
export const confirmPhoneBody = z.strictObject({
  /** The number to which the code was sent. */
  phone,
  code: digits(PHONE_CODE_DIGITS),
});

export const phoneAnswer = z.object({
  /** The number that answered a code; null: none. */
  phone: z.nullable(z.object({ number: z.string(), verifiedAt: z.string() })),
  /** The code that was sent and can be typed; null: none. */
  code: z.nullable(z.object({ number: z.string(), expiresAt: z.string() })),
});
export type VerifiedPhone = z.infer<typeof phoneAnswer>;
