// A PostgreSQL and its synchronous standby, behind one address that leads to the primary. The primary can be killed and the
// standby promoted, as a cluster does that loses a machine (docs/high-availability.md).
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../../server/src/platform/lib/free-port.ts";

/** Debian's folders, one for each version. */
const DEBIAN = "/usr/lib/postgresql";
const POLL_MS = 50;

/** The folder of PostgreSQL's server programs; null if they are not installed. */
export const postgresPrograms = (): string | null => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => path.join(DEBIAN, version, "bin"));
  return folders.find((folder) => existsSync(path.join(folder, "initdb"))) ?? null;
};

const idOf = (which: "-u" | "-g"): number => Number(execFileSync("id", [which, "postgres"]));

interface Member {
  readonly port: number;
  readonly data: string;
  process: ChildProcess | null;
}

export class PrimaryAndStandby {
  readonly #programs: string;
  readonly #folder: string;
  /** The server programs refuse to run as root. */
  readonly #as: { uid?: number; gid?: number } = {};
  readonly #relay: Server;
  readonly #joined = new Set<Socket>();
  #primary: Member;
  #standby: Member;

  private constructor(programs: string, relay: Server, ports: readonly [number, number]) {
    this.#programs = programs;
    this.#relay = relay;
    this.#folder = mkdtempSync(path.join(tmpdir(), "jara-standby-"));
    if (process.getuid?.() === 0) this.#as = { uid: idOf("-u"), gid: idOf("-g") };
    this.#own(this.#folder);
    const member = (port: number, name: string): Member => ({
      port,
      data: path.join(this.#folder, name),
      process: null,
    });
    this.#primary = member(ports[0], "one");
    this.#standby = member(ports[1], "two");
    relay.on("connection", (near) => this.#join(near));
  }

  static async open(programs: string): Promise<PrimaryAndStandby> {
    const relay = createServer().listen(0, "127.0.0.1");
    await once(relay, "listening");
    const pair = new PrimaryAndStandby(programs, relay, [await freePort(), await freePort()]);
    try {
      await pair.#begin();
    } catch (error) {
      await pair.close();
      throw error;
    }
    return pair;
  }

  /** Leads to whichever is the primary. */
  get url(): string {
    const at = this.#relay.address();
    return `postgres://postgres@127.0.0.1:${typeof at === "object" && at ? at.port : 0}/postgres`;
  }

  /** Commits of the primary wait from now on: the standby answers nothing. */
  async stopStandby(): Promise<void> {
    await this.#end(this.#standby, "SIGQUIT");
  }

  /** True if a commit waits for the standby. */
  commitWaits(): boolean {
    const found = this.#ask(this.#primary, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'");
    return Number(found) > 0;
  }

  /** The primary's machine is lost: nothing is written any more, and its connections break. */
  async losePrimary(): Promise<void> {
    for (const socket of this.#joined) socket.destroy();
    const { pid } = this.#primary.process ?? {};
    // Its children see that their parent is gone only when they next wait for something.
    if (pid) execFileSync("pkill", ["-KILL", "-P", String(pid)]);
    await this.#end(this.#primary, "SIGKILL");
  }

  /** The standby becomes the primary, and the address leads to it. */
  async promote(): Promise<void> {
    if (!this.#standby.process) await this.#start(this.#standby);
    this.#run("pg_ctl", ["promote", "-w", "-D", this.#standby.data]);
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  async close(): Promise<void> {
    this.#relay.close();
    for (const socket of this.#joined) socket.destroy();
    for (const member of [this.#primary, this.#standby]) await this.#end(member, "SIGQUIT");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #begin(): Promise<void> {
    this.#run("initdb", ["-D", this.#primary.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
    await this.#start(this.#primary);
    const from = `host=127.0.0.1 port=${this.#primary.port} user=postgres application_name=standby`;
    this.#run("pg_basebackup", ["-D", this.#standby.data, "-d", from, "-R", "-c", "fast", "-X", "stream", "--no-sync"]);
    await this.#start(this.#standby);
    // After the copy, so that the standby, once promoted, waits for nobody.
    this.#ask(this.#primary, "alter system set synchronous_standby_names = 'standby'");
    this.#ask(this.#primary, "select pg_reload_conf()");
    const inStep = "select count(*) from pg_stat_replication where sync_state = 'sync'";
    while (this.#ask(this.#primary, inStep) !== "1") await wait(POLL_MS);
  }

  async #start(member: Member): Promise<void> {
    const sockets = `${member.data}-sockets`;
    mkdirSync(sockets, { recursive: true });
    this.#own(sockets);
    const options = ["-D", member.data, "-p", String(member.port), "-h", "127.0.0.1", "-k", sockets];
    member.process = spawn(path.join(this.#programs, "postgres"), options, { ...this.#as, stdio: "ignore" });
    for (;;) {
      try {
        this.#run("pg_isready", ["-q", "-h", "127.0.0.1", "-p", String(member.port)]);
        return;
      } catch (error) {
        if (member.process.exitCode !== null) throw error;
        await wait(POLL_MS);
      }
    }
  }

  async #end(member: Member, signal: NodeJS.Signals): Promise<void> {
    const running = member.process;
    member.process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    running.kill(signal);
    await exited;
  }

  #join(near: Socket): void {
    const far = connect(this.#primary.port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#joined.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#joined.delete(one);
        other.destroy();
      });
    }
  }

  #run(program: string, args: readonly string[]): string {
    const options = { ...this.#as, cwd: this.#folder, stdio: "pipe", encoding: "utf8" } as const;
    return execFileSync(path.join(this.#programs, program), args, options);
  }

  #ask(member: Member, statement: string): string {
    const at = ["-h", "127.0.0.1", "-p", String(member.port), "-U", "postgres", "-d", "postgres"];
    return this.#run("psql", ["-qAtX", ...at, "-c", statement]).trim();
  }

  #own(folder: string): void {
    if (this.#as.uid !== undefined && this.#as.gid !== undefined) chownSync(folder, this.#as.uid, this.#as.gid);
  }
}
