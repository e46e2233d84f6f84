// Runs the server of another checkout on a large market, for `pnpm bench checkouts`. Arguments: the checkout's folder and
// the address of its database. It prints one line of JSON (`Opened`), and runs until its input ends.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Target } from "./ask.ts";
import type { Call } from "./calls.ts";

export interface Opened extends Target {
  readonly calls: readonly Call[];
}

const [checkout = "", database = ""] = process.argv.slice(2);
/** Each checkout has its own schema, calls and server, so its own modules are loaded. */
const moduleOf = <Module>(name: string): Promise<Module> => import(path.join(checkout, "server/bench", name));
const { marketAt } = await moduleOf<typeof import("./market.ts")>("reads/market.ts");
const { callsOf } = await moduleOf<typeof import("./calls.ts")>("reads/calls.ts");
const { startServer } = await moduleOf<typeof import("../live/processes.ts")>("live/processes.ts");

const market = await marketAt(database);
const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-"));
const server = await startServer({ DATABASE_URL: database, DATA_DIR: folder }, "source");
const opened: Opened = {
  url: server.url,
  tokens: { visitor: null, bidder: market.bidderToken, admin: market.adminToken },
  calls: callsOf(market),
};
process.stdout.write(`${JSON.stringify(opened)}\n`);

process.stdin.resume().once("end", async () => {
  await server.stop();
  await market.discard();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
