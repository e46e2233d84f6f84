// Serves the live API's document at /docs/socket.json, and as a page at /docs/socket. Both are made once, at the start.
// The page has no script; its policy allows only its own style.
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { pagePolicy } from "../platform/http/browser-policy.ts";
import { makeAsyncApi } from "./async-api.ts";
import { asyncApiPage } from "./async-api-page.ts";
import { css } from "./async-api-page-css.ts";

const PAGE_POLICY = pagePolicy(css);

export const serveAsyncApi = (app: FastifyInstance, config: Pick<Config, "brandName" | "publicUrl">): void => {
  const document = makeAsyncApi(config.brandName, config.publicUrl);
  const json = JSON.stringify(document);
  const page = asyncApiPage(document, config.brandName, config.publicUrl);

  app.get("/docs/socket.json", { schema: { hide: true } }, (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(json),
  );
  app.get("/docs/socket", { schema: { hide: true } }, (_request, reply) =>
    reply.header("content-security-policy", PAGE_POLICY).type("text/html; charset=utf-8").send(page),
  );
};
