// A browser of its own that can be put to sleep as a phone or a laptop is: all its processes stop, and no event says so.
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "@playwright/test";

export class Device {
  private constructor(
    readonly browser: Browser,
    readonly server: BrowserServer,
  ) {}

  static async switchOn(options: LaunchOptions): Promise<Device> {
    const server = await chromium.launchServer(options);
    return new Device(await chromium.connect(server.wsEndpoint()), server);
  }

  sleep(): void {
    this.#signal("SIGSTOP");
  }

  wake(): void {
    this.#signal("SIGCONT");
  }

  async switchOff(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.server.process().pid;
    if (pid === undefined) throw new Error("the browser does not run");
    for (const each of withDescendants(pid)) process.kill(each, signal);
  }
}

/** Linux: reads the parents of all processes. */
const withDescendants = (pid: number): number[] => {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
};

const parentOf = (name: string): number => {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]);
  } catch {
    return 0;
  }
};
