// Text that can be stored. PostgreSQL cannot store U+0000 nor, in its JSON, half of a surrogate pair, and no name or
// title needs the other control characters. Line breaks and tabs are allowed.
import * as z from "zod/mini";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

export const plainText = z.refine<string>((text) => !unwanted.test(text), "has control characters");
