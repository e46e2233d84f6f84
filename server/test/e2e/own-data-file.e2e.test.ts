// Tests the file with a person's own data from outside: it has what the person did, and nothing else.
import { randomUUID } from "node:crypto";
import { legalVersions } from "@jara/shared/legal-versions";
import { beforeAll, expect, it, vi } from "vitest";
import { openLotOfSeller } from "../support/e2e-consigned.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { placeBid, registerPerson, setBalance as setTo, storedUser } from "../support/e2e-registered.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { commitmentTo, sellerCommitmentTo } from "../support/given-log.ts";
import { logIsRead } from "../support/read-log.ts";
import { unzip } from "../support/unzip.ts";

const server = await sharedServer();

describeEndToEnd("the file with one's own data", () => {
  let root: Person;
  beforeAll(async () => {
    root = await makePerson(server, "Root", { role: "admin" });
  });
  const register = (name: string) => registerPerson(server, name);
  const setBalance = (who: { id: string }, balance: number) => setTo(server, root, who, balance);
  const bid = (who: Person, lot: { _id: string }, amount: number) => placeBid(server, who, lot, amount);
  const row = (who: { id: string }) => storedUser(server, who);

  const fileOf = async (who: Person): Promise<Map<string, string>> => {
    const response = await fetch(`${server.address}/api/users/my-data.zip`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    return await unzip(Buffer.from(await response.arrayBuffer()));
  };

  it("has what the person did, and nothing of anybody else and no secret", async () => {
    const [gozie, other] = [await register("gozie"), await register("other")];
    await server.api("PUT", "/api/users/profile", {
      token: gozie.token,
      body: { firstName: "Gozie", phone: "0803 111" },
    });
    for (const who of [gozie, other]) await setBalance(who, 50_000);
    const lot = await openAuction(server, root, { title: "Raffia mat" });
    await bid(gozie, lot, 1_100);
    await bid(other, lot, 1_200);
    await bid(gozie, lot, 1_500);
    const max = { auctionId: lot._id, maxAmount: 9_000, currency: "NGN" };
    await server.api("POST", "/api/maxbids", { token: gozie.token, body: max });
    const reset = await server.api("POST", "/api/auth/forgot-password", { body: { email: gozie.email } });
    expect(reset.status).toBe(200);
    await server.api("PATCH", `/api/auctions/admin/${lot._id}/status`, {
      token: root.token,
      body: { status: "ended" },
    });

    const sold = await openLotOfSeller(server, root, gozie);
    const proofs = [`/api/users/proof/${lot._id}`, `/api/users/proof/${sold}/seller`];
    await vi.waitFor(
      async () => {
        for (const proof of proofs) expect((await server.api("GET", proof, { token: gozie.token })).status).toBe(200);
      },
      { timeout: 45_000 },
    );
    // A reader of the log writes the mail of the win.
    await logIsRead(server);
    const files = await fileOf(gozie);
    const json = (name: string) => JSON.parse(files.get(`${name}.json`) ?? "null");
    expect(json("profile")).toMatchObject([{ username: gozie.username, email: gozie.email, "first name": "Gozie" }]);
    expect(json("bids").map(({ amount, lot: title }: { amount: number; lot: string }) => [amount, title])).toEqual([
      [1_100, "Raffia mat"],
      [1_500, "Raffia mat"],
    ]);
    expect(json("auto-bids")).toMatchObject([{ maximum: 9_000, currency: "NGN", "lot id": lot._id }]);
    expect(json("wins")).toMatchObject([{ price: 1_500, deposit: 300, status: "open", lot: "Raffia mat" }]);
    expect(json("balance").map(({ amount }: { amount: number }) => amount)).toEqual([50_000, -300]);
    // Both have the time of the registration.
    const consents = json("consents").map(({ document, version }: Record<string, string>) => [document, version]);
    expect(Object.fromEntries(consents)).toEqual({ privacy: legalVersions.privacy, terms: legalVersions.terms });
    expect(json("sessions")).toHaveLength(1);
    const [own, ofSeller, ...more] = json("public-log");
    expect([own, ofSeller, more]).toMatchObject([
      { "lot id": lot._id, as: "bidder", commitment: commitmentTo(lot._id, gozie.id, own.salt) },
      { "lot id": sold, as: "seller", commitment: sellerCommitmentTo(sold, gozie.id, ofSeller.salt) },
      [],
    ]);
    expect(json("actions")).toMatchObject([
      { action: "balance", by: "staff" },
      { action: "offer entered", by: "staff" },
      { action: "terms proposed", by: "staff" },
      { action: "file downloaded", by: "you" },
    ]);
    const mails = json("mails").map(({ kind }: { kind: string }) => kind);
    expect(mails).toContain("password-reset");
    expect(mails).toContain("won");
    expect(files.get("bids.csv")).toContain('1500.00,"NGN","manual"');
    for (const [name, says] of [
      ["README.txt", "auto-bids"],
      ["README.txt", "Written"],
    ]) {
      expect(files.get(name as string)).toContain(says);
    }
    const all = [...files.values()].join("\n");
    for (const foreign of [other.username, other.email, root.email, other.id]) expect(all).not.toContain(foreign);
    for (const mail of server.mails) {
      if ("token" in mail.data) expect(all).not.toContain(mail.data.token);
    }
    const { password_hash: hash } = await row(gozie);
    expect(all).not.toContain(String(hash));
  });

  it("has every bid of somebody with more than one page of them, each once", async () => {
    const many = await makePerson(server, `many-${randomUUID().slice(0, 6)}`);
    const lot = await openAuction(server, root);
    // Groups of bids have one time, so that a page ends in the middle of a group.
    await server.query(
      `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
         select $1::text::uuid, n, $2::text::uuid, n, 'manual', now() - interval '1 day' + (n / 7) * interval '1 second'
         from generate_series(1000, 3500) n`,
      [lot._id, many.id],
    );
    const files = await fileOf(many);
    const numbers = JSON.parse(files.get("bids.json") ?? "[]").map(({ number }: { number: string }) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 2_501 }, (_, n) => n + 1_000));
    expect(files.get("bids.csv")?.trimEnd().split("\r\n")).toHaveLength(2_502);
    await server.query("delete from bids where auction_id = $1::text::uuid", [lot._id]);
  });
});
