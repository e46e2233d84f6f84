// /api/users/my-data.zip: a person downloads all data about themselves.
import type { Readable } from "node:stream";
import * as calls from "@jara/shared/calls/own-data";
import { recordDownload } from "../../platform/database/record-action.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";
import type { RouteDeps } from "../route-deps.ts";
import { exportFile } from "./export-file.ts";
import { type MailText, partsOf } from "./export-parts.ts";

const EVERY_MS = 10 * 60_000;

export interface ExportDeps extends Pick<RouteDeps, "config" | "database" | "clock"> {
  /** The words of a mail. Null: a kind that is not known any more. */
  readonly mailText: (kind: string, data: object) => MailText | null;
  /** Counts one use of this key. Returns 0, or the milliseconds until the next use is allowed. */
  readonly countUse: (key: string, limit: number, windowMs: number) => Promise<number>;
}

export const serveExport = (app: App, deps: ExportDeps): void => {
  const { config, database, clock } = deps;
  const parts = partsOf(deps.mailText);
  /** The accounts whose file is being sent by this server. */
  const sending = new Set<string>();

  const start = async (id: string): Promise<Readable> => {
    const waitMs = config.hasRateLimits ? await deps.countUse(`own data of ${id}`, 1, EVERY_MS) : 0;
    if (waitMs > 0) {
      const message = "You can download your data once in ten minutes. Please try again later.";
      return refuse("RATE_LIMITED", { retryAfterMs: waitMs, message });
    }
    // A thief with a stolen session would take this file, so record that it was taken, for the owner and the team.
    await recordDownload(database, id, "own data");
    return exportFile({ database, userId: id, parts, brandName: config.brandName, now: clock.now() });
  };

  serve(app, calls.downloadMyData, async ({ account: { id }, reply }) => {
    if (sending.has(id)) return refuse("RATE_LIMITED", { retryAfterMs: 10_000, message: "Your file is on its way." });
    sending.add(id);
    const stream = await start(id).catch((error: unknown) => {
      sending.delete(id);
      throw error;
    });
    stream.once("close", () => sending.delete(id));
    // If the reader goes away, the file ends, and so does the reading of the database.
    reply.raw.once("close", () => stream.destroy());
    return sendFile(reply, `my-data_${lagosDay(clock.now())}.zip`, stream);
  });
};
