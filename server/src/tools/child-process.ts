// Programs started beside this one for a while, to be measured, loaded or tested: where they listen, whether they answer,
// and their end.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** Of this machine; free a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address !== "object") throw new Error("no free port");
  return address.port;
};

/** Whether it answers, and with success. */
export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when it has ended: by itself upon the signal, or killed where that takes longer than so many ms. */
export const endOf = async (child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await exited;
  clearTimeout(late);
};
