// Schemas of the REST calls on two-step verification: the authenticator app, recovery codes, the second step of a
// log-in, and the newer proof that a sensitive action needs (step-up).
import * as z from "zod/mini";
import { code as anyCode } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { googleBody, loginBody, TICKET } from "./accounts.ts";

/** Six digits of the app, or a recovery code, with or without spaces and dashes. */
const code = anyCode.check(z.minLength(1, "Please enter the code"), z.maxLength(40));

/** `addedAt` null: the account has no authenticator app. */
export const secondFactorAnswer = z.object({
  addedAt: z.nullable(wireTime),
  recoveryCodesLeft: z.int(),
  /** The account must have a second factor, because it is somebody's of the staff. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactorAnswer>;

/** The app's secret in base 32, and the address that a QR code holds. Shown once. */
export const totpEnrolmentAnswer = z.object({ secret: z.string(), url: z.string() });
export type TotpEnrolment = z.infer<typeof totpEnrolmentAnswer>;

export const confirmTotpBody = z.strictObject({ code });
/** The codes are shown once, because the server keeps only their hashes. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()), secondFactor: secondFactorAnswer });

export const secondStepBody = z.strictObject({ challenge: z.string().check(z.regex(TICKET)), code });

/** Exactly one of them. */
export const proveBody = z
  .strictObject({
    password: z.optional(loginBody.shape.password),
    code: z.optional(code),
    googleToken: z.optional(googleBody.shape.googleToken),
  })
  .check(z.refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, "needs one proof"));
export type ProveBody = z.infer<typeof proveBody>;
export const proveAnswer = z.object({ provedAt: wireTime });
