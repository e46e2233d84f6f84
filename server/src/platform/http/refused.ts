// The exception for a refusal. Routes throw it anywhere, and the error handler turns it into the answer.
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
