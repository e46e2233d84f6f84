// Reads the parts of a request that many routes share, and turns a refusal in an answer into an error response.
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import { IDEMPOTENCY_HEADER, idempotencyKey } from "@jara/shared/rest/common";
import type { FastifyRequest } from "fastify";
import { RefusedError, refuse } from "./refused.ts";

/** The bearer token of a request, unverified. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, "headers">): string | undefined =>
  /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];

/** The Idempotency-Key header, or a fresh id for a request without one. */
export const commandIdOf = (request: FastifyRequest): string => {
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header === undefined) return randomUUID();
  const parsed = idempotencyKey.safeParse(header);
  if (!parsed.success) {
    const issues = [{ path: IDEMPOTENCY_HEADER, message: "must be 1 to 100 printable characters" }];
    return refuse("INVALID", { issues });
  }
  return parsed.data;
};

/** Asks for a bid receipt in the answer. Without it, a repeated command gets an equal answer. */
const RECEIPT_HEADER = "bid-receipt";

/** The fields that every command of a bidder has besides its own data, named as the live commands name them. */
export const commandFields = (request: FastifyRequest): { readonly commandId: string; readonly receipt: boolean } => ({
  commandId: commandIdOf(request),
  receipt: request.headers[RECEIPT_HEADER] === "true",
});

/** Returns the answer, or throws the refusal that it is. */
export const answerOrRefuse = <T extends object>(answer: T | ErrorBody): T => {
  if ("code" in answer && "message" in answer) throw new RefusedError(answer as ErrorBody);
  return answer as T;
};
