// Checks whether an address answers, and ends a child process. For tests, measurements, load tests and `jara check`.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Whether the address answers with success. */
export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Sends the signal and resolves when the process has ended. Kills it if it has not ended after `withinMs`. */
export const endOf = async (child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await exited;
  clearTimeout(late);
};
