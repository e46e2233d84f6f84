// The messages for failures of login and registration (spec section 8).
import { ApiError, messageOf } from "../../lib/api.ts";

/** True if a code by e-mail can let the owner in despite too many failures. */
export const isCodeAvailable = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.codeAvailable === true;

/** With a code, the server's own message says whether the code or the password is wrong. */
export const loginMessage = (error: unknown, hadCode = false): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 && hadCode && error instanceof ApiError && error.message) return error.message;
  if (status === 401) return "Invalid email or password. Please check your credentials and try again.";
  if (status === 404) return "Account not found. Please check your email address or register for a new account.";
  if (status === 429) return "Too many login attempts. Please wait a few minutes before trying again.";
  if (status >= 500) return "Server error. Please try again later or contact support if the problem persists.";
  return messageOf(error, "Login failed. Please try again.");
};

export const registerMessage = (error: unknown): string => messageOf(error, "Registration failed");
