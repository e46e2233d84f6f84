// The idempotency key of a REST request that a person may send again: the same request keeps its key until an answer
// gives its outcome, so that it is carried out once. A live command has a command id instead.
import { useRef } from "react";
import { ApiError } from "../lib/api.ts";
import { newCommandId } from "./command-id.ts";

/** Is true when there was no answer, or an answer that does not give the outcome. */
export const isUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const useIdempotencyKey = () => {
  const attempt = useRef<{ request: string; key: string } | null>(null);
  return {
    /** `request` identifies the request. */
    keyOf: (request: string): string => {
      if (attempt.current?.request !== request) attempt.current = { request, key: newCommandId() };
      return attempt.current.key;
    },
    /** Call after a success: the next request is another one. */
    succeeded: (): void => {
      attempt.current = null;
    },
    /** Call after a failure. The key is kept if the request may have been carried out all the same. */
    failed: (error: Error): void => {
      if (!isUnknown(error)) attempt.current = null;
    },
  };
};
