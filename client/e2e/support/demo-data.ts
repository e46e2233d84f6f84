// Playwright's global set-up: starts the built-in PostgreSQL once for all browser tests, unless TEST_DATABASE_URL names
// another one, and makes the demo market once, in a database of which each server of the tests gets a copy. Making it
// anew takes a server seconds of processor time more.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Api } from "./api.ts";
import { AuctionServer, DEMO_DATA } from "./auction-server.ts";
import { projectRoot } from "./project-root.ts";

export default async (): Promise<() => Promise<void>> => {
  const own = process.env.TEST_DATABASE_URL ? null : await startPostgres();
  const server = await AuctionServer.open();
  // The copies are opened minutes later, and no lot may end before that.
  await new Api(server.url).postponeEnds();
  const database = await server.stop();
  process.env[DEMO_DATA] = new URL(database.url).pathname.slice(1);
  return async () => {
    await database.drop();
    await own?.stop();
  };
};

/** A process of its own, because Playwright loads no file of the server. It stops when its input ends. */
const startPostgres = async (): Promise<{ stop(): Promise<void> }> => {
  const script = `
    import { startTestPostgres } from "./server/test/support/test-postgres.ts";
    const { url, stop } = await startTestPostgres();
    console.log(url);
    process.stdin.resume().once("end", () => stop().then(() => process.exit(0)));`;
  const running = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    cwd: projectRoot,
    stdio: ["pipe", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: running.stdout })) {
    process.env.TEST_DATABASE_URL = line;
    break;
  }
  if (!process.env.TEST_DATABASE_URL) throw new Error("The PostgreSQL of the browser tests did not start.");
  return {
    async stop() {
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.stdin.end();
      await ended;
    },
  };
};
