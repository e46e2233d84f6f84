// Serves the built client and the demo's pictures. An address without a route gets the client's page, because the
// client has routes of its own; below /api and the like it gets 404.
import { existsSync } from "node:fs";
import path from "node:path";
import serveStatic from "@fastify/static";
import { refusal } from "@jara/shared/errors";
import { type Config, projectRoot } from "../config.ts";
import type { App } from "../platform/http/app.ts";
import { sitePolicy } from "../platform/http/browser-policy.ts";
import { answer } from "../platform/http/errors.ts";

const pictures = path.join(projectRoot, "server/demo/pictures");

/** The folder of the demo's pictures, also for a demo that an earlier start made. Null in production. */
export const demoPicturesOf = ({ isProduction }: Pick<Config, "isProduction">): string | null =>
  !isProduction && existsSync(pictures) ? pictures : null;

export const serveClient = async (app: App, config: Config): Promise<void> => {
  const demoPictures = demoPicturesOf(config);
  if (demoPictures !== null) {
    await app.register(serveStatic, {
      ...{ root: demoPictures, prefix: "/media/demo/", decorateReply: false, maxAge: "1d" },
      setHeaders: (reply) => void reply.header("cross-origin-resource-policy", "cross-origin"),
    });
  }
  const site = path.join(projectRoot, "client/dist");
  const hasSite = existsSync(path.join(site, "index.html"));
  if (hasSite) {
    const policy = sitePolicy(config);
    await app.register(serveStatic, {
      root: site,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(path.join(site, "assets"));
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        if (file.endsWith(".html")) reply.header("content-security-policy", policy);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // The client resolves its own routes, so they get its page. Any other unknown address gets 404.
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !/^\/(api|dev|sandbox|media|assets|docs|health|metrics|socket\.io)([/?]|$)/.test(request.url);
    if (isPage && hasSite) return reply.sendFile("index.html");
    return answer(reply, refusal("NOT_FOUND"));
  });
};
