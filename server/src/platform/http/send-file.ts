// Sends a file that the reader keeps: as an attachment with a name, and never from a cache.
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** The content types of files, by extension. */
export const fileTypes = {
  csv: "text/csv; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
} as const;
type FileName = `${string}.${keyof typeof fileTypes}`;

/** `name` needs no quoting: it has only letters, digits and `.`, `-`, `_`. Returns what a route's handler returns. */
export const sendFile = (reply: FastifyReply, name: FileName, content: Readable | Buffer): string => {
  const extension = name.slice(name.lastIndexOf(".") + 1) as keyof typeof fileTypes;
  // Fastify sends a stream or a buffer unchecked. The response schema only describes its content.
  return reply
    .header("content-type", fileTypes[extension])
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .send(content as unknown as string) as unknown as string;
};
