// The only rule for a new password that a form checks: its length. The server alone checks whether it is easy to guess,
// because the lists of common passwords would be a download of several hundred kilobytes.
import { NEW_PASSWORD_MIN } from "@jara/shared/rest/credentials";
import { PASSWORD_MAX } from "@jara/shared/users";

/** True, or what is wrong. */
export const newPasswordError = (typed: string): string | true => {
  if (!typed) return "Please choose a new password";
  if (typed.length < NEW_PASSWORD_MIN) return `Password must be at least ${NEW_PASSWORD_MIN} characters long`;
  return typed.length <= PASSWORD_MAX || `Password can be at most ${PASSWORD_MAX} characters long`;
};

/** The number of characters that the typed password lacks, in words; null before anything is typed. */
export const lengthWords = (typed: string): string | null => {
  if (typed === "") return null;
  const missing = NEW_PASSWORD_MIN - typed.length;
  return missing > 0 ? `${missing} more ${missing === 1 ? "character" : "characters"}` : "Long enough";
};
