// Gives the check of a day the files of the public log (checkpoint, entry bundles), made from the database's rows, in
// the form in which the verifier reads them from a site.
import { concat, utf8 } from "@jara/proof/bytes";
import { TILE_WIDTH } from "@jara/proof/tiles";
import type { Query } from "../history/query.ts";
import { type Source, Unread } from "../public-log/source.ts";

export interface StoredLog extends Record<string, unknown> {
  readonly number: number;
  readonly origin: string;
  readonly checkpoint: string;
}

/** The oldest first. */
export const readLogs = (query: Query): Promise<StoredLog[]> =>
  query<StoredLog>("select log as number, origin, checkpoint from log_heads order by log");

/** `logs` as read at one moment: the log may grow meanwhile. */
export const logSource = (query: Query, logs: readonly StoredLog[]): Source => ({
  read: async (where) => {
    const [, number = "", rest = ""] = /^log\/(\d+)\/(.+)$/.exec(where) ?? [];
    const log = logs.find((one) => String(one.number) === number);
    const [, groups = "", width] = /^tile\/entries\/([x\d/]+?)(?:\.p\/(\d+))?$/.exec(rest) ?? [];
    if (!log || (rest !== "checkpoint" && groups === "")) throw new Unread(`There is no ${where} in the database.`);
    if (rest === "checkpoint") return utf8(log.checkpoint);
    const first = Number(groups.replaceAll(/[x/]/g, "")) * TILE_WIDTH;
    const rows = await query<{ entry: string }>(
      `select entry from log_leaves where log = $1::text::int and index >= $2::text::bigint
         and index < $3::text::bigint order by index`,
      [number, String(first), String(first + Number(width ?? TILE_WIDTH))],
    );
    return concat(...rows.flatMap(({ entry }) => withLength(utf8(entry))));
  },
});

const withLength = (entry: Uint8Array): Uint8Array[] => [
  Uint8Array.of((entry.length >> 8) & 255, entry.length & 255),
  entry,
];
