// The page that people see while the database is away. It is one file of the built client, so it needs no database, and
// a proxy can serve the same file while no server answers.
import { existsSync, readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pagePolicy } from "./browser-policy.ts";

const RETRY_AFTER_S = 10;

/** Answers 503 with the page. False: this request wants no page, so it needs another answer. */
export type SendMaintenancePage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** `file`: not there in a checkout whose client was never built. */
export const openMaintenancePage = (file: string): SendMaintenancePage => {
  const html = existsSync(file) ? readFileSync(file, "utf8") : null;
  const css = /<style>([\s\S]*?)<\/style>/.exec(html ?? "")?.[1] ?? "";
  const headers = {
    "cache-control": "no-store",
    "content-security-policy": pagePolicy(css),
    "retry-after": RETRY_AFTER_S,
  };
  return (request, reply) => {
    if (html === null || !wantsPage(request)) return false;
    void reply.code(503).headers(headers).type("text/html; charset=utf-8").send(html);
    return true;
  };
};

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && !url.startsWith("/api/") && /\btext\/html\b/.test(headers.accept ?? "");
