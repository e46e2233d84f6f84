// Which usernames look alike: skeletons as in UTS #39, section 4, with the consortium's table of confusable characters
// as the package unhomoglyph has it.
import unhomoglyph from "unhomoglyph";

/** Words that the site shows where usernames stand. Nobody but an administrator may look like "admin". */
const YOU = "You";
const ADMIN = "admin";

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Equal for two texts that look alike. Never shown to anybody. */
export const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize("NFD").replace(invisible, "")).normalize("NFD");

/**
 * The skeletons of a username as written, in small and in capital letters, sorted. Two usernames are confusable if they
 * share one of them: usernames differ by more than case, and capitals of two scripts may look alike where their small
 * letters do not (НАННА, HAHHA).
 */
export const skeletonsOf = (username: string): string[] => {
  const written = [username, username.toLowerCase(), username.toUpperCase()];
  // In one order, so that two registrations never wait for each other.
  return [...new Set(written.map(skeletonOf))].sort();
};

const areConfusable = (one: string, other: string): boolean => {
  const skeletons = new Set(skeletonsOf(one));
  return skeletonsOf(other).some((skeleton) => skeletons.has(skeleton));
};

/** Whether the username looks like a word of the site that this account may not be called. */
export const isReserved = (username: string, role: "user" | "admin"): boolean =>
  areConfusable(username, YOU) || (role === "user" && areConfusable(username, ADMIN));
