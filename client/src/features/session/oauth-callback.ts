// Reads the result of the identity provider's sign-in from the address: a session, or an error (spec section 8).
import { type Role, roles } from "@jara/shared/permissions";
import type { User } from "@jara/shared/users";
import type { Challenge } from "./challenge.ts";

const errors: Record<string, string> = {
  oauth_failed: "Google authentication failed. Please try again.",
  oauth_callback_failed: "Authentication callback failed. Please try again.",
};
const OTHER_ERROR = "Authentication error. Please try again.";
const BAD_USER = "Authentication data error. Please try again.";
const INCOMPLETE = "Authentication incomplete. Please try again.";

export type OAuthOutcome =
  | { ok: true; token: string; user: User }
  | { ok: false; message: string }
  /** The account has two-step verification. */
  | { ok: false; challenge: Challenge };

export const readOAuthCallback = (params: URLSearchParams): OAuthOutcome => {
  const error = params.get("error");
  if (error !== null) return { ok: false, message: Object.hasOwn(errors, error) ? (errors[error] ?? "") : OTHER_ERROR };
  const challenge = params.get("challenge");
  if (challenge) return { ok: false, challenge: { challenge, methods: (params.get("methods") ?? "").split(",") } };
  const token = params.get("token");
  const given = params.get("user");
  if (!token || !given) return { ok: false, message: INCOMPLETE };
  const user = parseUser(given);
  return user ? { ok: true, token, user } : { ok: false, message: BAD_USER };
};

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

/** Checks only the fields that a session needs, because the whole user is fetched right afterwards. */
const parseUser = (text: string): User | null => {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== "object" || given === null) return null;
    const { id, _id = id, username, role = "user" } = given as Partial<Record<keyof User, unknown>>;
    if (typeof _id !== "string" || typeof username !== "string" || !isRole(role)) return null;
    return { ...(given as User), id: _id, _id, username, role };
  } catch {
    return null;
  }
};
