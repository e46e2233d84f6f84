// The exception for a refusal. Routes throw it anywhere, and the error handler turns it into the answer.
import { type ErrorBody, type ErrorCode, refusal } from "@jara/shared/errors";
import type { Result } from "../lib/result.ts";

export class RefusedError extends Error {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}

/** Refuses one invalid field. `path`: where it is in the request; a dot between levels. */
export const refuseField = (path: string, message: string): never =>
  refuse("INVALID", { message, issues: [{ path, message }] });

/** Returns the value, or throws the refusal. */
export const orRefuse = <T>(result: Result<T>): T => {
  if (!result.ok) throw new RefusedError(result.error);
  return result.value;
};

export const refuse = (code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}): never => {
  throw new RefusedError(refusal(code, details));
};
