// The kinds of text that the calls take, as schemas: each cleans its text before it checks the length. Every text of a call, a
// command, a setting or an import is of one of these kinds, an enum, or a pattern that names its characters (a test walks them
// all). docs/text.md has the table.
import * as z from "zod/mini";
import { ifMissing } from "../form-sentences.ts";
import { SEARCH_MAX } from "../search-max.ts";
import { PASSWORD_MAX } from "../users.ts";
import * as clean from "./clean.ts";

/** `missing`: the sentence for a text that is not there or is empty. */
const kind = (cleaned: (text: string) => string, missing?: string) =>
  z.string(missing === undefined ? missing : ifMissing(missing)).check(z.overwrite(cleaned));

const between = (text: z.ZodMiniString, min: number, max: number, missing?: string) =>
  (min === 0 ? text : text.check(z.minLength(min, missing))).check(z.maxLength(max));

export const oneLine = kind(clean.cleanLine);
/** One line: a title, a name, a place, a reference. */
export const line = (min: number, max: number, missing?: string) =>
  between(kind(clean.cleanLine, missing), min, max, missing);
/** Several lines: a description, a note, a question. */
export const lines = (min: number, max: number, missing?: string) =>
  between(kind(clean.cleanLines, missing), min, max, missing);
export const searchWords = oneLine.check(z.maxLength(SEARCH_MAX));

/** Grouped as it was typed; empty removes it. */
export const phone = kind(clean.cleanPhone).check(z.regex(/^(\+?[\d ()-]{5,25})?$/, "must be a phone number"));
/** With the code of its country, and nothing between its digits. */
export const wholePhone = kind(clean.cleanWholePhone).check(
  z.regex(/^\+\d{7,15}$/, "must be a number like +2348012345678"),
);
/** A code of digits and letters. */
export const code = kind(clean.cleanCode);
/** A code of so many digits. */
export const digits = (count: number) => code.check(z.regex(new RegExp(`^\\d{${count}}$`)));
/** Ten digits, as every account number (NUBAN) of a Nigerian bank. */
export const accountNumber = (message: string) => code.check(z.regex(/^\d{10}$/, message));

/** Stays as it is. */
export const asGiven = kind(clean.asGiven);

const EMAIL_MAX = 254;
export const email = (message: string) => kind(clean.cleanEmail).check(z.maxLength(EMAIL_MAX), z.email(message));
/** An address that is looked up, whether or not it is one. */
export const knownEmail = kind(clean.cleanEmail).check(z.minLength(1), z.maxLength(EMAIL_MAX));

export const username = kind(clean.cleanUsername);
/** A password that is set. */
export const newPassword = kind(clean.cleanPassword);
/** A password that is checked, as it was typed: the server tries its forms (passwords.ts). */
export const knownPassword = asGiven.check(z.maxLength(PASSWORD_MAX));

/** An id of this site in any case, as some clients write a UUID. */
export const id = kind(clean.cleanId).check(z.maxLength(64));
/** A token, a signature or somebody else's id: a program reads or compares it, and nobody reads it. */
export const opaque = (max: number, missing?: string) => kind(clean.asGiven, missing).check(z.maxLength(max));
