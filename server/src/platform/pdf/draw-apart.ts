// Draws PDF files in a thread of their own, because a page takes tens of milliseconds and bids must not wait for it. One
// file is drawn at a time, and a short queue waits. The thread ends when nothing was drawn for a while.
import { fileURLToPath } from "node:url";
import type { Tinypool } from "tinypool";
import { refuse } from "../http/refused.ts";

/** The most files that may wait. Further callers are asked to come back. */
const WAITING_AT_MOST = 20;
const COME_BACK_MS = 2_000;
/** A file of a thousand entries takes a second; the rest is a reserve for a slow machine. */
const DRAWN_WITHIN_MS = 30_000;
const IDLE_FOR_MS = 30_000;

/** The built server has a bundle for each module of this thread, the first one too. */
const isSource = import.meta.url.endsWith(".ts");
const filename = fileURLToPath(new URL(isSource ? "./draw-thread.mjs" : "./draw-thread.js", import.meta.url));

/** Draws in threads that run this file. */
export const drawingIn = (thread: string) => {
  let pool: Promise<Tinypool> | undefined;
  const open = async (): Promise<Tinypool> => {
    // Load it with the first file, so that a server starts without it.
    const { Tinypool: Pool } = await import("tinypool");
    const threads = new Pool({
      runtime: "worker_threads",
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_FOR_MS,
      maxQueue: WAITING_AT_MOST,
      filename: thread,
      ...(isSource && { execArgv: ["--conditions=development"] }),
    });
    // A thread that cannot start must not end the server. The files that wait for it are refused, and the next one tries again.
    threads.on("error", () => {
      pool = undefined;
      void threads.destroy();
    });
    return threads;
  };
  return async (file: `./${string}.ts`, from: string, task: unknown): Promise<Buffer> => {
    pool ??= open();
    const threads = await pool;
    if (threads.queueSize >= WAITING_AT_MOST) {
      const message = "Many files are being made right now. Please try again in a moment.";
      return refuse("UNAVAILABLE", { message, retryAfterMs: COME_BACK_MS });
    }
    const module = new URL(isSource ? file : file.replace(/\.ts$/, ".js"), from).href;
    const asked = { module, isSource, task };
    const drawn = await threads.run(asked, { name: "draw", signal: AbortSignal.timeout(DRAWN_WITHIN_MS) });
    return Buffer.from(drawn as Uint8Array);
  };
};

/**
 * Calls the function `draw` of the module in the thread with this one argument, which is copied there. `file` names the
 * module's source, relative to the caller's; the build makes a bundle of its name. Rejects with UNAVAILABLE if too many
 * wait.
 */
export const drawApart = drawingIn(filename);
