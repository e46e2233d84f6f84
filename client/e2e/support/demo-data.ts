// Playwright's global set-up: makes the demo market once, in a folder of which each server of the tests gets a copy.
// Making it anew takes a server 5 s of processor time more than opening a copy.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Api } from "./api.ts";
import { AuctionServer, DEMO_DATA } from "./auction-server.ts";

export default async (): Promise<() => void> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-demo-"));
  const server = await AuctionServer.open("pglite");
  try {
    // The copies are opened minutes later, and no lot may end before that.
    await new Api(server.url).postponeEnds();
  } finally {
    await server.close(folder);
  }
  process.env[DEMO_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
