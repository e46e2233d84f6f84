// Serves the live API's document at /docs/socket.json. It is made once, at the start.
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { makeAsyncApi } from "./async-api.ts";

export const serveAsyncApi = (app: FastifyInstance, config: Pick<Config, "brandName" | "publicUrl">): void => {
  const json = JSON.stringify(makeAsyncApi(config.brandName, config.publicUrl));
  app.get("/docs/socket.json", { schema: { hide: true } }, (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(json),
  );
};
