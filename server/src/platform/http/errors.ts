// Makes every error answer over HTTP: `{code, message, …}` with the code's status. It must never show details of an
// unexpected error.

import { type ErrorBody, type ErrorCode, httpStatusByCode, refusal } from "@jara/shared/errors";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDatabaseAway } from "../database/database-away.ts";
import { refusalWords } from "./issue-words.ts";
import type { SendMaintenancePage } from "./maintenance-page.ts";
import { RefusedError } from "./refused.ts";

const codeByStatus: Record<number, ErrorCode> = {
  400: "INVALID",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  503: "UNAVAILABLE",
};

/** `sendMaintenancePage`: answers requests for pages while the database is away. */
export const serveErrors = (app: FastifyInstance, sendMaintenancePage: SendMaintenancePage = () => false): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RefusedError) return answer(reply, error.body);
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issues = error.validation.map(({ instancePath, message }) => ({
        path: instancePath.split("/").filter(Boolean).join("."),
        message: message ?? "is not valid",
      }));
      const message = refusalWords(issues);
      return answer(reply, refusal("INVALID", { issues, ...(message !== undefined && { message }) }));
    }
    if (isDatabaseAway(error)) {
      request.log.error({ err: error }, "database unavailable");
      if (sendMaintenancePage(request, reply)) return reply;
      return answer(reply, refusal("UNAVAILABLE"));
    }
    const code = codeByStatus[error.statusCode ?? 500];
    if (code)
      return answer(
        reply,
        refusal(code, code === "INVALID" ? { issues: [{ path: "", message: wordsOf(error) }] } : {}),
      );
    request.log.error({ err: error }, "request failed");
    return answer(reply, refusal("INTERNAL"));
  });
};

export const answer = (reply: FastifyReply, body: ErrorBody): FastifyReply => {
  if (body.retryAfterMs !== undefined) void reply.header("retry-after", Math.ceil(body.retryAfterMs / 1000));
  return reply.code(httpStatusByCode[body.code]).send(body);
};

/** The parser's words quote the body, and only engineers understand them. */
const wordsOf = ({ code, message, name }: FastifyError): string =>
  name === "SyntaxError" || code === "FST_ERR_CTP_INVALID_JSON_BODY" ? "The body is not valid JSON" : message;
