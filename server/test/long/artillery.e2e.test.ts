// Runs the sample scenario for Artillery, in Artillery itself, against a real server. The test is left out if Artillery
// is not installed; scripts/test.ts then says so.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasArtillery, runArtillery } from "../support/artillery.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";

describe.runIf(hasArtillery())("Artillery with the sample scenario", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "artillery-"));
  let server: TestServer;
  let auctionId = "";

  beforeAll(async () => {
    server = await startTestServer({ because: "it loads the server" });
    const admin = await makePerson(server, "admin", { role: "admin" });
    auctionId = (await openAuction(server, admin))._id;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (auction: string) =>
    runArtillery({ SITE: server.address, AUCTION: auction }, path.join(folder, `${randomUUID()}.json`));

  it("completes every virtual user, and the server acknowledges each command as the scenario expects", async () => {
    expect(await run(auctionId)).toMatchObject({
      "vusers.created": 2,
      "vusers.completed": 2,
      "vusers.failed": 0,
      "engine.socketio.emit": 4,
    });
  }, 180_000);

  it("counts a refused command as a failure", async () => {
    expect(await run(randomUUID())).toMatchObject({ "vusers.failed": 2, "errors.Failed match": 2 });
  }, 180_000);
});
