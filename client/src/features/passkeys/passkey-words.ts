// The words for passkeys: what went wrong, and when one was added and used.
import type { Passkey } from "@jara/shared/rest/passkeys";
import { ApiError } from "../../lib/api.ts";
import { failureWords, issueAt } from "../../lib/failure-words.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { PasskeyProblem } from "./webauthn.ts";

/** `otherwise`: the sentence where neither the device nor the server gives one. */
export const passkeyFailure = (error: unknown, otherwise: string): string =>
  error instanceof PasskeyProblem ? error.message : failureWords(error, otherwise);

/** The server wants the password first. */
export const isPasswordNeeded = (error: unknown): boolean => issueAt(error, "password") !== undefined;
/** The account has no password, because it signs in with Google. */
export const hasNoPassword = (error: unknown): boolean => error instanceof ApiError && error.code === "FORBIDDEN";

export const usedWords = ({ lastUsedAt }: Pick<Passkey, "lastUsedAt">): string =>
  lastUsedAt === null ? "Not used yet" : `Last used ${lagosDateTime(lastUsedAt)}`;
export const addedWords = ({ createdAt, isSynced }: Pick<Passkey, "createdAt" | "isSynced">): string =>
  `Added ${lagosDateTime(createdAt)}${isSynced ? ", synced" : ""}`;
