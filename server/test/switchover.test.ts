// Tests deploy/cluster/switchover.py against three servers that answer as Patroni does. `pnpm trust failover` runs it
// against Patroni.
import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectRoot } from "../src/config.ts";
import { hasPython } from "./support/python.ts";

type Role = "leader" | "sync_standby" | "replica";
interface Request {
  readonly to: string;
  readonly what: string;
  readonly body: unknown;
}

interface Setup {
  readonly roles?: Readonly<Record<string, Role>>;
  readonly states?: Readonly<Record<string, string>>;
  /** How far a standby is behind, in bytes. */
  readonly lags?: Readonly<Record<string, number | string>>;
  /** Patroni's refusal of the switchover. */
  readonly refusal?: string;
  /** The number of requests that wake the candidate before it takes the lease. */
  readonly wakesNeeded?: number;
}

const NAMES = ["one", "two", "three"];
const ROLES: Readonly<Record<string, Role>> = { one: "replica", two: "leader", three: "sync_standby" };

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const fakePatroni = async ({ roles = ROLES, states = {}, lags = {}, refusal, wakesNeeded = 4 }: Setup) => {
  const requests: Request[] = [];
  const urls: Record<string, string> = {};
  const count = (of: string, which: string) => requests.filter(({ to, what }) => to === of && what === which).length;
  const stateOf = (name: string): object => {
    const isAsked = count("two", "POST /switchover") > 0;
    if (name === "two") return { role: "master", state: isAsked ? "stopping" : "running" };
    if (name !== "three" || count("three", "PATCH /config") < wakesNeeded) return { role: "replica" };
    // The other standby follows when it is woken after the candidate has become the primary.
    const isFollowed = requests.at(-1)?.to === "one";
    return { role: "master", ...(isFollowed && { replication: [{ state: "streaming" }] }) };
  };
  const answerTo = (name: string, what: string): [status: number, body: unknown] => {
    if (what === "GET /cluster") {
      const member = (one: string) => ({
        name: one,
        role: roles[one],
        state: states[one] ?? "running",
        timeline: 3,
        ...(roles[one] !== "leader" && { lag: lags[one] ?? 0 }),
        api_url: `${urls[one]}/patroni`,
      });
      return [200, { members: Object.keys(roles).map(member) }];
    }
    if (what === "POST /switchover") return refusal ? [412, refusal] : [200, "Successfully switched over"];
    return [200, what === "GET /patroni" ? stateOf(name) : {}];
  };
  for (const name of NAMES) {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const what = `${request.method} ${request.url}`;
      const text = Buffer.concat(chunks).toString();
      if (what !== "GET /patroni") requests.push({ to: name, what, body: text ? JSON.parse(text) : null });
      const [status, body] = answerTo(name, what);
      response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    urls[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return { requests, url: urls.one ?? "" };
};

const run = (url: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const program = path.join(projectRoot, "deploy/cluster/switchover.py");
    execFile("python3", [program, url], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

const changes = (requests: readonly Request[]) => requests.filter(({ what }) => what !== "GET /cluster");

// Without Python, `npm test` reports that these tests are left out.
const withPython = test.skipIf(!hasPython());

withPython(
  "asks the leader for the switchover, and wakes the candidate first and the other standby last, changing nothing",
  async () => {
    const { requests, url } = await fakePatroni({});
    const { code, output } = await run(url);
    expect(output).toMatch(
      /^two hands over to three …\nthree is the primary and has a standby, \d+\.\d s after the stop/,
    );
    expect(code).toBe(0);
    expect(changes(requests).filter(({ to }) => to === "two")).toEqual([
      { to: "two", what: "POST /switchover", body: { leader: "two", candidate: "three" } },
    ]);
    const wakes = changes(requests).filter(({ to }) => to !== "two");
    expect([wakes.at(0)?.to, wakes.at(-1)?.to]).toEqual(["three", "one"]);
    for (const { what, body } of wakes) expect([what, body]).toEqual(["PATCH /config", { no_such_setting: null }]);
  },
);

withPython("does not report an unknown outcome as a refusal", async () => {
  const { url } = await fakePatroni({ refusal: "Switchover status unknown" });
  expect(await run(url)).toEqual({ code: 0, output: expect.stringContaining("three is the primary") });
});

withPython("reports Patroni's refusal", async () => {
  const { url } = await fakePatroni({ refusal: "no good candidates have been found", wakesNeeded: Infinity });
  expect(await run(url)).toEqual({
    code: 1,
    output: expect.stringContaining("Patroni refused: no good candidates have been found"),
  });
});

withPython.each<[string, Setup, string]>([
  ["a standby that does not run", { states: { one: "stopped" } }, "one is stopped"],
  [
    "a standby that does not follow",
    { lags: { one: "unknown" } },
    "one does not follow two, or is too far behind. Bids would wait",
  ],
  ["a standby that is far behind", { lags: { three: 17 * 1024 * 1024 } }, "three does not follow two"],
  ["a missing standby", { roles: { two: "leader", three: "sync_standby" } }, "2 machines, not 3. Bids would wait"],
  ["a fourth machine", { roles: { ...ROLES, four: "replica" } }, "4 machines, not 3. Use: patronictl switchover"],
  ["no synchronous standby", { roles: { ...ROLES, three: "replica" } }, "0 machines have the role sync_standby"],
  ["no leader", { roles: { ...ROLES, two: "replica" } }, "0 machines have the role leader"],
])("changes nothing if there is %s", async (_, setup, reason) => {
  const { requests, url } = await fakePatroni(setup);
  const { code, output } = await run(url);
  expect(output).toContain("Nothing was changed");
  expect(output).toContain(reason);
  expect(code).toBe(1);
  expect(changes(requests)).toEqual([]);
});

withPython("reports the address that does not answer", async () => {
  const { url } = await fakePatroni({});
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  const { code, output } = await run(url);
  expect(code).toBe(1);
  expect(output).toContain(`Nothing was changed: ${url} does not answer as a Patroni does`);
});
