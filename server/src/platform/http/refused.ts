// The exception for a refusal. Routes throw it anywhere, and the error handler turns it into the answer.
import { type ErrorBody, type ErrorCode, refusal } from "@jara/shared/errors";

export class Refused extends Error {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}

/** Refuses one invalid field. `path`: where it is in the request; a dot between levels. */
export const refuseField = (path: string, message: string): never =>
  refuse("INVALID", { message, issues: [{ path, message }] });

export const refuse = (code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}): never => {
  throw new Refused(refusal(code, details));
};
