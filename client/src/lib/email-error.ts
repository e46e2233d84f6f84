// The rule of an e-mail field in a form, so that a mistake is shown without a round trip. The server checks again.
import { cleanEmail } from "@jara/shared/text/clean";

/** True, or what is wrong. */
export const emailError = (typed: string): string | true => {
  const email = cleanEmail(typed);
  if (!email) return "Email is required";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || "Please enter a valid email address";
};
