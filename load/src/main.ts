// `pnpm load`: hundreds of bidders and watchers against a running deployment, and a report of what they saw. Exits with
// 0; with 1 if a promise or a limit was not kept; with 2 for wrong usage or if it could not run.
import { accessSync, constants, writeFileSync } from "node:fs";
import path from "node:path";
import type { ClockReading } from "./history/history.ts";
import { writeHistory } from "./history/history-file.ts";
import { createRecorder } from "./history/recorder.ts";
import { Mistake } from "./mistake.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { startOwnServer } from "./own-server.ts";
import { progressOn } from "./progress.ts";
import { pageOf } from "./report/page.ts";
import type { Report } from "./report/report.ts";
import { tableOf } from "./report/table.ts";
import { runLoad } from "./run.ts";
import type { ServerClock } from "./server-clock.ts";

/** Resolves against the folder in which the command was typed, because pnpm runs it in the package's folder. */
const fileAt = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name);

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Checks before the run, not after it, that the output files can be written. */
const refuseUnwritable = ({ json, html, history }: Options): void => {
  for (const file of [json, html, history]) {
    if (!file) continue;
    try {
      accessSync(path.dirname(fileAt(file)), constants.W_OK);
    } catch {
      throw new Mistake(
        `${fileAt(file)} cannot be written. Check that its folder exists and that you may write to it.`,
      );
    }
  }
};

const write = (report: Report, { json, html }: Options): void => {
  if (json) writeFileSync(fileAt(json), `${JSON.stringify(report, null, 2)}\n`);
  if (html) writeFileSync(fileAt(html), pageOf(report));
  for (const file of [json, html]) if (file) say(`Written: ${fileAt(file)}`);
};

/** The accuracy with which the server knows the database's clock (ms). */
const SERVERS_ERROR_MS = 25;
const readingOf = ({ at, errorMs }: ServerClock): ClockReading => ({
  offsetMs: at(0),
  errorMs: errorMs + SERVERS_ERROR_MS,
});

const main = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    say(HELP);
    return 0;
  }
  refuseUnwritable(options);
  const progress = progressOn(process.stderr);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      progress.step("Stopping early. Press Ctrl-C again to stop without a report.");
      stopping.abort();
    });
  }
  const own = options.target ? null : await startOwnServer(options, progress, stopping.signal);
  const target = own ?? options.target;
  try {
    if (!target) return 1;
    const recorder = options.history ? createRecorder() : null;
    recorder?.begin();
    const report = await runLoad(
      options,
      { url: target.url, participantsFile: fileAt(target.participantsFile) },
      {
        progress,
        stop: stopping.signal,
        ...(recorder && { recorder, clockRead: (clock) => recorder.clock(readingOf(clock)) }),
      },
    );
    say(`\n${tableOf(report)}`);
    write(report, options);
    if (recorder && options.history) {
      const file = fileAt(options.history);
      await writeHistory(file, recorder.history());
      say(`Written: ${file}`);
    }
    return report.isPassed ? 0 : 1;
  } finally {
    await own?.stop();
  }
};

main().then(
  (code) => {
    // Exit explicitly, because timers of closing connections may still be running.
    process.exit(code);
  },
  (error: unknown) => {
    const isMistake = error instanceof Mistake;
    process.stderr.write(`${isMistake ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exit(isMistake ? 2 : 1);
  },
);
