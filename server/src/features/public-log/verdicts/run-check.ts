// Runs the program that checks a day, beside the server: a process of its own with little memory, which can write
// nothing. The program is an outsider's code (docs/decisions/0142-an-outsiders-code.md), so the server knows only how
// to start it.
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { environmentOfHelper, projectRoot } from "../../../config.ts";
import { type CheckAnswer, checkAnswer } from "./check-answer.ts";
import type { Failure } from "./verdict-text.ts";

const MEMORY_MB = 512;
const WITHIN_MS = 4 * 60 * 60 * 1000;

export interface CheckTask {
  readonly name: string;
  readonly keys: readonly string[];
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  /** A thing that looked wrong is looked at again after this time; if it is left out, after the program's own. */
  readonly againAfterMs?: number;
}

export interface Checked {
  readonly answer: CheckAnswer | Failure;
  /** The program's words when it failed, for the log of the server. */
  readonly problem: string | null;
}

export type RunCheck = (task: CheckTask, signal: AbortSignal) => Promise<Checked>;

/** The build has it beside the server. */
const program = (): { file: string; flags: string[] } => {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = [here, path.dirname(here)].map((folder) => path.join(folder, "verdict.js")).find(existsSync);
  if (built) return { file: built, flags: ["--enable-source-maps"] };
  return { file: path.join(projectRoot, "load/src/verdict/main.ts"), flags: ["--import", "tsx"] };
};

type Message = { readonly answer: unknown } | { readonly failed: string };

export const createRunCheck =
  (databaseUrl: string): RunCheck =>
  (task, signal) =>
    new Promise<Checked>((resolve) => {
      const { file, flags } = program();
      const child = fork(file, [], {
        cwd: projectRoot,
        env: environmentOfHelper(),
        execArgv: [...flags, `--max-old-space-size=${MEMORY_MB}`],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
      let last: Checked = { answer: "ended", problem: null };
      let said = "";
      const end = (): void => void child.kill("SIGKILL");
      const late = setTimeout(() => {
        last = { answer: "slow", problem: null };
        end();
      }, WITHIN_MS);
      signal.addEventListener("abort", end, { once: true });
      child.stderr?.on("data", (text) => {
        said = `${said}${text}`.slice(-2_000);
      });
      child.on("message", (message: Message) => {
        last = answered(message);
      });
      child.on("error", (error) => {
        said = error.message;
      });
      child.once("close", () => {
        clearTimeout(late);
        signal.removeEventListener("abort", end);
        resolve({ ...last, problem: last.problem ?? (typeof last.answer === "string" ? said : null) });
      });
      child.send({ task: { ...task, databaseUrl } }, () => {});
    });

const answered = (message: Message): Checked => {
  if ("failed" in message) return { answer: "failed", problem: message.failed };
  const parsed = checkAnswer.safeParse(message.answer);
  return parsed.success
    ? { answer: parsed.data, problem: null }
    : { answer: "failed", problem: `the answer has another form: ${parsed.error.issues[0]?.message}` };
};
