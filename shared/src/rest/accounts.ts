// Schemas of the REST calls on accounts: registration, log-in and the profile.

import * as z from "zod/mini";
import { INVALID_LINK } from "../form-sentences.ts";
import { LOGIN_CODE_DIGITS } from "../login-code.ts";
import { digits, email, knownEmail, knownPassword, line, newPassword, opaque, phone, username } from "../text/kinds.ts";
import { hasUsableCharacters, isOfOneScript, USERNAME_MAX, USERNAME_MIN } from "../usernames.ts";
import { PASSWORD_MAX, PASSWORD_MIN, profileSchema, userSchema } from "../users.ts";

export const emailSchema = email("Please enter a valid email address");
export const usernameSchema = username.check(
  z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters long`),
  z.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters long`),
  z.refine(hasUsableCharacters, "Username can have letters, digits, dots, dashes and underscores only"),
  z.refine(isOfOneScript, "Username can have letters of one alphabet only"),
);

export const registerBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: newPassword.check(
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`),
    z.maxLength(PASSWORD_MAX, `Password can be at most ${PASSWORD_MAX} characters long`),
  ),
});
/** The browser's half of a log-in that takes two calls. */
export const TICKET = /^[\w-]{43}$/;
export const loginBody = z.strictObject({
  email: knownEmail,
  password: knownPassword.check(z.minLength(1)),
  /**
   * The e-mailed code, with the ticket that came when it was requested. The limits do not apply to a log-in with both.
   */
  code: z.optional(z.strictObject({ ticket: z.string().check(z.regex(TICKET)), digits: digits(LOGIN_CODE_DIGITS) })),
});
/** Requests a code by e-mail. The answer is the same whether or not one is sent. */
export const loginCodeBody = z.strictObject({ email: loginBody.shape.email, password: loginBody.shape.password });
export const loginCodeAnswer = z.object({ ticket: z.string() });
export const verifyEmailBody = z.strictObject({
  token: opaque(200, INVALID_LINK).check(z.minLength(1, INVALID_LINK)),
  email: emailSchema,
});
export const resendVerificationBody = z.strictObject({ email: emailSchema });

const profileText = (max: number) => z.optional(z.nullable(line(0, max)));
/** Omitted fields stay unchanged; null or empty text removes the value. */
export const updateProfileBody = z.strictObject({
  firstName: profileText(60),
  lastName: profileText(60),
  phone: z.optional(z.nullable(phone)),
  address: z.optional(
    z.strictObject({
      street: profileText(120),
      city: profileText(80),
      state: profileText(80),
      zipCode: profileText(20),
      country: profileText(80),
    }),
  ),
  wantsOutbidMail: z.optional(z.boolean()),
});
export type UpdateProfileBody = z.infer<typeof updateProfileBody>;

/** `userInfo` is what the browser claims; the server trusts only the token. */
export const googleBody = z.strictObject({
  googleToken: opaque(8192).check(z.minLength(1)),
  userInfo: z.optional(z.looseObject({})),
});

export const sessionAnswer = z.object({ user: userSchema, token: z.string(), requiresEmailVerification: z.boolean() });
/**
 * There is no session if the site hides which addresses have accounts; the user logs in once the address is verified.
 */
export const registerAnswer = z.object({
  user: z.nullable(userSchema),
  token: z.nullable(z.string()),
  requiresEmailVerification: z.boolean(),
});
export const profileAnswer = z.object({ user: profileSchema });
export const userAnswer = z.object({ user: userSchema });
export const verifyEmailAnswer = z.object({ message: z.string(), user: userSchema });
