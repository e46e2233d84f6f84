// Helpers for child processes that tests and measurements start: find a free port, check whether a process answers, end
// it.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port of this machine that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address !== "object") throw new Error("no free port");
  return address.port;
};

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
