// GET /media/{name}: serves uploads to everybody, cacheable for ever because a name's content never changes. Whatever a
// file holds, the browser must treat it as the picture or video that its name says, and run nothing in it.

import { refusal } from "@jara/shared/errors";
import { opaque } from "@jara/shared/text/kinds";
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { contentTypeOf, isMediaName } from "./media-name.ts";
import { parseRange } from "./range-header.ts";
import { type MediaStorage, StorageAway } from "./storage/media-storage.ts";

const nameParams = z.object({ name: opaque(64) });
const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

export const serveMedia = (app: App, storage: MediaStorage): void => {
  app.route({
    method: ["GET", "HEAD"],
    url: "/media/:name",
    schema: { hide: true, params: nameParams },
    async handler(request, reply) {
      const { name } = request.params;
      if (!isMediaName(name)) return refuse("NOT_FOUND");
      const whenAway = (error: unknown) => {
        if (!(error instanceof StorageAway)) throw error;
        request.log.error({ err: error }, "media storage unavailable");
        return refuse("UNAVAILABLE", { message: "This file cannot be read at the moment. Please try again." });
      };
      const etag = `"${name}"`;
      const hasIt = isNamed(request.headers["if-none-match"], etag);
      const isHead = request.method === "HEAD" || hasIt;
      const size = isHead ? await storage.size(name).catch(whenAway) : null;
      const range = parseRange(request.headers.range);
      const found = isHead ? null : await storage.get(name, range).catch(whenAway);
      if (size === null && found === null) return refuse("NOT_FOUND");

      void reply.headers({ "accept-ranges": "bytes", "cross-origin-resource-policy": "cross-origin" });
      if (found === "unsatisfiable") {
        const whole = await storage.size(name).catch(whenAway);
        void reply.code(416).headers({ "content-range": `bytes */${whole}`, "cache-control": "no-store" });
        return reply.send(refusal("INVALID", { message: "The file has no such range." }));
      }
      void reply.headers({
        etag,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": policy,
        "content-disposition": "inline",
        "x-content-type-options": "nosniff",
      });
      if (hasIt) return reply.code(304).send();
      void reply.type(contentTypeOf(name));
      if (!found) return reply.header("content-length", size).send();
      const { stream, start, end } = found;
      if (range) void reply.code(206).header("content-range", `bytes ${start}-${end}/${found.size}`);
      return reply.header("content-length", end - start + 1).send(stream);
    },
  });
};

const isNamed = (header: string | undefined, etag: string): boolean =>
  header === "*" || (header?.split(",").some((given) => given.trim().replace(/^W\//, "") === etag) ?? false);
