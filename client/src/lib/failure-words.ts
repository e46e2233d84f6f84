// Says in words why a request failed and what to do about it, also without a connection and after too many tries.
import { ApiError, messageOf } from "./api.ts";

const MINUTE_MS = 60_000;

const waitWords = (ms: number): string => {
  if (ms < MINUTE_MS) return "a minute";
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} minutes` : "an hour";
};

/** `otherwise`: the sentence where the server gives none. */
export const failureWords = (error: unknown, otherwise: string): string => {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 0) return "No answer came. Please check your connection and try again.";
  const waitMs = error.body?.retryAfterMs;
  if (error.status === 429 && waitMs !== undefined) {
    return `Too many tries. Please wait ${waitWords(waitMs)} and try again.`;
  }
  return messageOf(error, otherwise);
};

/** The server's message about one field of the request; undefined if there is none. */
export const issueAt = (error: unknown, path: string): string | undefined => {
  const issue = error instanceof ApiError ? error.body?.issues?.find((one) => one.path === path) : undefined;
  return issue?.message.replace(/^./, (letter) => letter.toUpperCase());
};
