// The state file: it keeps the house's keys and the newest checkpoint of each log from one run to the next. It is written
// only after everything held, so that a log that was changed stays found.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { Mistake } from "../mistake.ts";

const schema = z.strictObject({
  format: z.literal("jara-verifier-v1"),
  site: z.string(),
  /** Verifier keys of the logs and of the receipts. */
  keys: z.array(z.string()),
  /** By origin: the checkpoint's note. */
  checkpoints: z.record(z.string(), z.string()),
  /** Each name leads to the note of its newest nightly verdict. */
  verdicts: z.record(z.string(), z.string()).optional(),
});
export type State = z.infer<typeof schema>;

export const readState = (file: string, site: string): State => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return { format: "jara-verifier-v1", site, keys: [], checkpoints: {} };
    }
    throw new Mistake(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    const state = schema.parse(JSON.parse(text));
    if (state.site === site) return state;
    throw new Mistake(`${file} is about ${state.site}, not ${site}. Name another file with --state.`);
  } catch (error) {
    if (error instanceof Mistake) throw error;
    // Do not start anew silently, because that would drop what the house had signed.
    throw new Mistake(`${file} is damaged. Take it from a backup, or name another file with --state.`);
  }
};

export const writeState = (file: string, state: State): void => {
  const half = `${file}.new`;
  writeFileSync(half, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(half, file);
};
