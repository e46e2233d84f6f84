// Starts PostgreSQL's programs so that none of them outlives this program.
import { type ChildProcess, spawn } from "node:child_process";
import type { Account } from "./account.ts";

/** Messages in English, whatever the machine speaks, because their texts are read here. */
const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/**
 * Runs its arguments as a command, and interrupts it when the shell's input ends. So PostgreSQL shuts down when this
 * program ends, also if it is killed.
 */
const KEEPER =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } & wait $server';

interface Command {
  readonly account: Account;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `output`: where the program writes, both what it says and its errors. It is interrupted when the input ends. */
export const startKept = ({ account, program, args, env }: Command, output: "pipe" | number): ChildProcess => {
  const { ids, commandOf } = account;
  const { command, args: given } = commandOf(program, args);
  const child: ChildProcess = spawn("sh", ["-c", KEEPER, "sh", command, ...given], {
    ...ids,
    cwd: "/",
    env: { ...environment, ...env },
    // Ctrl-C at the terminal must reach this program first, which still has bids to write.
    detached: true,
    stdio: ["pipe", output, output],
  });
  child.stdin?.on("error", () => {});
  return child;
};

/** Runs a program to its end. */
export const runKept = (command: Command): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = startKept(command, "pipe");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
