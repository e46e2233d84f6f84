// The exception for a refusal. Routes throw it anywhere, and the error handler answers it.
import { type ErrorBody, type ErrorCode, refusal } from "@jara/shared/errors";

export class Refused extends Error {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}

export const refuse = (code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}): never => {
  throw new Refused(refusal(code, details));
};
