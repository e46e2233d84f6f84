// A refusal on its way out of a route: thrown where it is found, answered in one place.
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
