// What the log says of a request. Never its query: links carry tokens there (verification, sign-in).
import type { FastifyRequest } from "fastify";

export const requestLog = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: request.url.split("?", 1)[0],
    address: request.ip,
  }),
};
