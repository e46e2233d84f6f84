// /log: the public log as C2SP tlog-tiles has it, so that other people's tools can read it. Everybody may, from any site.
// A checkpoint may not be cached; a tile never changes.

import { opaque } from "@jara/shared/text/kinds";
import * as z from "zod/mini";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { FOREVER, NEVER, setFileHeaders, TEXT } from "./file-headers.ts";
import { readKeys } from "./keys.ts";
import type { Published } from "./published/published.ts";
import { lotsWaiting } from "./queries.ts";
import { isCovered, tileAddress } from "./tree/tile-path.ts";
import { newestVerdict } from "./verdicts/stored-verdicts.ts";
import { newestSigned } from "./witnesses/cosignatures.ts";
import type { Witnessed } from "./witnesses/witnessed.ts";

const number = z.string().check(z.regex(/^[1-9]\d{0,4}$/));
const name = opaque(200);

export interface LogRouteDeps {
  readonly database: Pick<Database, "db">;
  readonly config: Pick<Config, "publicUrl" | "witnesses">;
  readonly published: Published;
  readonly witnessed: Witnessed;
}

export const servePublicLog = (app: App, { database, config, published, witnessed }: LogRouteDeps): void => {
  app.get("/log", { schema: { hide: true } }, async (_request, reply) => {
    const [current, ...older] = await published.logs();
    const logs = [current, ...older].flatMap((log) =>
      log
        ? [
            {
              number: log.log,
              origin: log.origin,
              size: log.size,
              isCurrent: log === current,
              url: new URL(`/log/${log.log}`, config.publicUrl).href,
            },
          ]
        : [],
    );
    const witnesses = await Promise.all(
      config.witnesses.map(async ({ name, vkey }) => ({
        name,
        vkey,
        size: current ? await newestSigned(database, current.log, name) : 0,
      })),
    );
    const verdict = await newestVerdict(database);
    return setFileHeaders(reply, NEVER).send({
      logs,
      ...(await readKeys(database)),
      witnesses,
      waiting: await lotsWaiting(database),
      verdicts: {
        url: new URL("/log/verdicts", config.publicUrl).href,
        last: verdict && { log: verdict.log, number: verdict.number, date: verdict.date, result: verdict.result },
      },
    });
  });

  app.get(
    "/log/:log/checkpoint",
    { schema: { hide: true, params: z.object({ log: number }) } },
    async ({ params }, reply) => {
      const log = await published.log(Number(params.log));
      if (!log) return refuse("NOT_FOUND");
      return setFileHeaders(reply, NEVER)
        .type(TEXT)
        .send(await witnessed.current(log));
    },
  );

  app.get(
    "/log/:log/checkpoint/witnessed",
    { schema: { hide: true, params: z.object({ log: number }), querystring: z.object({ witness: z.optional(name) }) } },
    async ({ params, query }, reply) => {
      const log = await published.log(Number(params.log));
      const newest = log && (await witnessed.newest(log, query.witness));
      if (!newest) return refuse("NOT_FOUND");
      return setFileHeaders(reply, NEVER).type(TEXT).send(newest.note);
    },
  );

  app.get(
    "/log/:log/tile/*",
    { schema: { hide: true, params: z.object({ log: number, "*": opaque(40) }) } },
    async ({ params }, reply) => {
      const log = await published.log(Number(params.log));
      const tile = tileAddress(params["*"]);
      if (!log || !tile || !isCovered(tile, log.size)) return refuse("NOT_FOUND");
      const { level, n, width } = tile;
      const content =
        level === null ? bundleOf(await log.tiles.entries(n, width)) : await log.tiles.hashes(level, n, width);
      return setFileHeaders(reply, FOREVER).type("application/octet-stream").send(content);
    },
  );
};

/** Each entry after its length in two bytes. */
const bundleOf = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
