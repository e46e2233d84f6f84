// Schemas of the REST calls that change a password or an e-mail address.
import * as z from "zod/mini";
import { newPassword, opaque } from "../text/kinds.ts";
import { PASSWORD_MAX } from "../users.ts";
import { wireTime } from "../wire-time.ts";
import { emailSchema, loginBody } from "./accounts.ts";

/** For a password that replaces another. The server also refuses passwords that are easy to guess. */
export const NEW_PASSWORD_MIN = 8;

const strongPassword = newPassword.check(
  z.minLength(NEW_PASSWORD_MIN, `Password must be at least ${NEW_PASSWORD_MIN} characters long`),
  z.maxLength(PASSWORD_MAX, `Password can be at most ${PASSWORD_MAX} characters long`),
);
const linkToken = opaque(200).check(z.minLength(1));
const ownPassword = loginBody.shape.password;

export const forgotPasswordBody = z.strictObject({ email: emailSchema });
/** `token` and `email` come from the link in the mail. */
export const resetPasswordBody = z.strictObject({ token: linkToken, email: emailSchema, password: strongPassword });
export const changePasswordBody = z.strictObject({ currentPassword: ownPassword, newPassword: strongPassword });
export const changeEmailBody = z.strictObject({ newEmail: emailSchema, password: ownPassword });
/** The change that waits for the new address to confirm. */
export const waitingEmailChangeAnswer = z.object({
  waiting: z.nullable(z.object({ newEmail: z.string(), expiresAt: wireTime })),
});
export type WaitingEmailChange = z.infer<typeof waitingEmailChangeAnswer>;
/** `token` comes from the link in the mail. */
export const emailChangeLinkBody = z.strictObject({ token: linkToken });
