// Tests the server with a thousand bad frames, calls and bytes. `pnpm trust fuzz` sends ten thousand to a server as it
// runs in production.
import { expect, it } from "vitest";
import { fuzz } from "../../trust/fuzz/fuzz.ts";
import { newSeed } from "../../trust/round/random.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { startTestServer } from "../support/e2e-server.ts";

it("the server survives a thousand bad frames, calls and bytes, and accepts a good bid afterwards", async () => {
  const server = await startTestServer({ because: "bad frames must not reach other files" });
  const admin = await makePerson(server, "admin", { role: "admin" });
  const poor = await makePerson(server, "poor", { balance: 0 });
  const { _id: auctionId } = await openAuction(server, admin);
  const seed = newSeed();
  const { tried, bad, findings, notes } = await fuzz(
    { address: server.address, query: server.query, poor, admin, auctionId },
    { tries: 1_000, seed, say: () => {} },
  );
  process.stdout.write(`  bad frames, calls and bytes: ${tried} tried, ${bad} bad (${notes?.join("; ")})\n`);
  expect(findings, `seed ${seed} (TRUST_SEED)`).toEqual([]);
  await server.close();
});
