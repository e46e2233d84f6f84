// Makes a username for a person who did not choose one, from the name that Google gives.
import { randomInt } from "node:crypto";
import { usernameSchema } from "@jara/shared/rest/accounts";
import { USERNAME_MAX } from "@jara/shared/usernames";
import { isReserved } from "./username-skeletons.ts";

/** Space for the digits that distinguish two people of the same name. */
const DIGITS = 6;

/**
 * Returns a valid username from the person's name, else from the address, else a generic one. `attempt` 0 is the plain
 * username; later attempts end in random digits.
 */
export const usernameFor = ({ name, email }: { name: string; email: string }, attempt: number): string => {
  const plain = [name, email.split("@")[0] ?? ""].map(fitting).find((candidate) => candidate !== null);
  if (attempt === 0 && plain) return plain;
  return `${plain ?? "bidder"}${randomInt(10 ** (DIGITS - 1), 10 ** DIGITS)}`;
};

/** Keeps the characters that a username may hold. Null where too few remain. */
const fitting = (text: string): string | null => {
  const letters = text
    .normalize("NFKC")
    .trim()
    // Usernames have no spaces.
    .replace(/\s+/g, ".")
    .replace(/[^\p{L}\p{M}\p{Nd}._-]/gu, "")
    .replace(/\.{2,}/g, ".")
    .replace(/^[\p{M}._-]+/u, "");
  let short = "";
  for (const letter of letters) {
    if (short.length + letter.length > USERNAME_MAX - DIGITS) break;
    short += letter;
  }
  const parsed = usernameSchema.safeParse(short);
  return parsed.success && !isReserved(parsed.data, "user") ? parsed.data : null;
};
