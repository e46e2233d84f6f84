// Serves the live API's document at /docs/socket.json. The document is made once, at the first request.
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { makeAsyncApi } from "./async-api.ts";

export const serveAsyncApi = (app: FastifyInstance, config: Pick<Config, "brandName" | "publicUrl">): void => {
  let json: string | undefined;
  app.get("/docs/socket.json", { schema: { hide: true } }, (_request, reply) => {
    json ??= JSON.stringify(makeAsyncApi(config.brandName, config.publicUrl));
    return reply.type("application/json; charset=utf-8").send(json);
  });
};
