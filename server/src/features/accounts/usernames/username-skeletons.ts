// Decides which usernames look alike, by skeletons as in UTS #39, section 4. The table of confusable characters is the
// Unicode consortium's, from the package unhomoglyph.
import type { Role } from "@jara/shared/permissions";
import unhomoglyph from "unhomoglyph";

/** Words that the site shows in place of usernames. Only an administrator may have a name that looks like "admin". */
const YOU = "You";
const ADMIN = "admin";

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Equal for two texts that look alike. Never shown to users. */
export const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize("NFD").replace(invisible, "")).normalize("NFD");

/**
 * The skeletons of a username as written, in lower case and in upper case, sorted. Two usernames are confusable if they
 * share a skeleton. Usernames must differ by more than case, and capitals of two scripts may look alike where their
 * small letters do not (НАННА, HAHHA).
 */
export const skeletonsOf = (username: string): string[] => {
  const written = [username, username.toLowerCase(), username.toUpperCase()];
  // Sort, so that two registrations lock rows in the same order and never deadlock.
  return [...new Set(written.map(skeletonOf))].sort();
};

/** True for two words that look alike. */
export const areConfusable = (one: string, other: string): boolean => {
  const skeletons = new Set(skeletonsOf(one));
  return skeletonsOf(other).some((skeleton) => skeletons.has(skeleton));
};

/** Whether the username looks like a reserved word that this account may not use. */
export const isReserved = (username: string, role: Role): boolean =>
  areConfusable(username, YOU) || (role !== "admin" && areConfusable(username, ADMIN));
