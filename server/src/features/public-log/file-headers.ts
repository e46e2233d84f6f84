// Sets the headers of the public log's files: everybody may read them, from any site. A checkpoint may not be cached; a
// file that never changes may be, for ever.
import type { FastifyReply } from "fastify";

export const FOREVER = "public, max-age=31536000, immutable";
export const NEVER = "no-cache";
export const TEXT = "text/plain; charset=utf-8";

export const setFileHeaders = (reply: FastifyReply, caching: string): FastifyReply =>
  reply.headers({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": caching,
  });
