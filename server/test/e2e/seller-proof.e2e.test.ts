// Tests the proof of a seller with a real server: who gets it, that the outsider's verifier takes it, and that it takes
// nothing that somebody else makes of it.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { sellerCommitment } from "../../../proof/src/commitments.ts";
import { type Verdict, verifyProofFile } from "../../../proof/src/proof-file.ts";
import { openLotOfSeller } from "../support/e2e-consigned.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { reserveCommitmentTo } from "../support/given-log.ts";

const server = await sharedServer();

interface SellerPart {
  readonly auction: string;
  readonly user: string;
  readonly commitment: string;
  readonly salt: string;
  readonly reserve: { readonly amount: number; readonly salt: string } | null;
}

describeEndToEnd("the proof of a seller", () => {
  let [admin, seller, rival]: Person[] = [];
  /** The seller's, with a reserve of 5,000. */
  let lot = "";
  /** The house's own, with a reserve of 7,000. */
  let own = "";
  const who = (person: Person | undefined): Person => person as Person;
  beforeAll(async () => {
    admin = await makePerson(server, "desk", { role: "admin" });
    seller = await makePerson(server, "carol");
    rival = await makePerson(server, "rival");
    lot = await openLotOfSeller(server, admin, seller, { reservePrice: 5_000 });
    own = (await openAuction(server, admin, { reservePrice: 7_000 }))._id;
    for (const id of [lot, own]) await logged(id, 1);
  });

  const ask = (id: string, person?: Person) =>
    server.api("GET", `/api/users/proof/${id}/seller`, person && { token: person.token });
  const partOf = async (id: string, person: Person): Promise<SellerPart> => {
    const { status, body, text } = await ask(id, person);
    expect(status, text).toBe(200);
    return body;
  };
  /** Waits until the log has so many entries of the lot. */
  const logged = async (id: string, entries: number) => {
    for (let n = 0; n < 600; n++) {
      const { status, body } = await server.api("GET", `/api/auctions/${id}/proof`);
      if (status === 200 && body.leaves.length >= entries) return body;
      await sleep(50);
    }
    throw new Error("the log does not have the lot");
  };
  const check = async (id: string, part: object | undefined, more: object = {}): Promise<Verdict> => {
    const proof = await logged(id, 1);
    const file = { format: "jara-proof-v1", site: server.address, keys: proof.keys, lot: proof, seller: part, ...more };
    return verifyProofFile(JSON.stringify(file), Date.now());
  };

  it("goes to the account that is named as the seller, and for the house's own lots to staff who run auctions", async () => {
    expect(await partOf(lot, who(seller))).toMatchObject({ auction: lot, user: who(seller).id });
    expect(await partOf(own, who(admin))).toMatchObject({ auction: own, user: "house" });
    const cataloguer = await makePerson(server, "cataloguer", { role: "cataloguer" });
    for (const [id, person, status] of [
      [lot, undefined, 401],
      [lot, rival, 404],
      [lot, admin, 404],
      [lot, cataloguer, 404],
      [own, seller, 404],
      [own, cataloguer, 404],
      ["0a6f54a2-0000-4d4e-9c5e-0d6f0f3a7b11", seller, 404],
      ["no-lot", admin, 404],
    ] as const) {
      expect([id, person?.username, (await ask(id, person)).status]).toEqual([id, person?.username, status]);
    }
  });

  it("is refused to staff who had bid on the lot, whoever sells it", async () => {
    const bidder = await makePerson(server, "bidder");
    for (const id of [lot, own]) {
      const body = { auctionId: id, amount: 1_500 };
      expect((await server.api("POST", "/api/bids", { token: bidder.token, body })).status).toBe(201);
    }
    await server.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
      bidder.id,
    ]);
    for (const id of [lot, own]) {
      expect((await ask(id, bidder)).body).toMatchObject({ code: "CONFLICT_OF_INTEREST" });
    }
  });

  it("shows by the verifier who sells the lot and which reserve was fixed", async () => {
    const part = await partOf(lot, who(seller));
    const verdict = await check(lot, part);
    expect(verdict.failed).toEqual([]);
    expect(verdict.proved).toContain(`By the log, the lot is sold for the account ${who(seller).id}.`);
    expect(verdict.proved).toContain("The reserve of the lot is ₦5,000.00, as the house had fixed it.");
    const ofHouse = await check(own, await partOf(own, who(admin)));
    expect(ofHouse.failed).toEqual([]);
    expect(ofHouse.proved).toContain("By the log, the lot is the house's own.");
    expect(ofHouse.proved).toContain("The reserve of the lot is ₦7,000.00, as the house had fixed it.");
    // The answer that everybody gets names neither.
    const { leaves } = await logged(lot, 1);
    const said = leaves.map(({ entry }: { entry: string }) => entry).join();
    for (const secret of [who(seller).id, who(seller).username, part.salt, part.reserve?.salt, "500000"]) {
      expect(said).not.toContain(secret);
    }
  });

  it("proves nothing when it is forged, another's, or tells another reserve", async () => {
    const [part, ofHouse] = [await partOf(lot, who(seller)), await partOf(own, who(admin))];
    const salt = "ab".repeat(32);
    const { id } = who(rival);
    const reserveSalt = part.reserve?.salt ?? "";
    const forgeries: [string, object][] = [
      ["The secret number in this file does not open the code", { ...part, user: id }],
      ["somebody else sells the lot", { ...part, user: id, salt, commitment: sellerCommitment(lot, id, salt) }],
      ["somebody else sells the lot", { ...part, user: id, commitment: sellerCommitment(lot, id, part.salt) }],
      [
        "somebody else sells the lot",
        { ...ofHouse, auction: lot, commitment: sellerCommitment(lot, "house", ofHouse.salt) },
      ],
      ["The parts of this file are about different lots.", ofHouse],
      [
        "The reserve of ₦5,000.01 in this file is not the one",
        { ...part, reserve: { amount: 500_001, salt: reserveSalt } },
      ],
      ["The reserve of ₦7,000.00 in this file is not the one", { ...part, reserve: ofHouse.reserve }],
      ["by the log it has one", { ...part, reserve: null }],
      ["The seller's part of the file is damaged.", { ...part, user: "HOUSE" }],
    ];
    for (const [sentence, seller] of forgeries) {
      const { holds, failed } = await check(lot, seller);
      expect([holds, failed.join(" ")]).toEqual([false, expect.stringContaining(sentence)]);
    }
    // The operator cannot put another seller into the entry without breaking the signed log.
    const proof = await logged(lot, 1);
    const [first, ...rest] = proof.leaves;
    const leaves = [
      { ...first, entry: first.entry.replace(part.commitment, sellerCommitment(lot, id, salt)) },
      ...rest,
    ];
    expect((await check(lot, undefined, { lot: { ...proof, leaves } })).failed.join()).toContain("is not in the log");
  });

  it("follows a reserve that changes before the first bid, and calls the earlier one changed", async () => {
    const { _id } = await openAuction(server, who(admin), { reservePrice: 9_000 });
    await logged(_id, 1);
    const before = await partOf(_id, who(admin));
    const body = { reservePrice: 8_000 };
    const edited = await server.api("PUT", `/api/auctions/admin/${_id}`, { token: who(admin).token, body });
    expect(edited.status, edited.text).toBe(200);
    await logged(_id, 2);
    const after = await partOf(_id, who(admin));
    expect([after.commitment, after.salt]).toEqual([before.commitment, before.salt]);
    expect(after.reserve?.salt).not.toBe(before.reserve?.salt);
    expect((await check(_id, after)).proved).toContain(
      "The reserve of the lot is ₦8,000.00, as the house had fixed it.",
    );
    const earlier = await check(_id, before);
    expect(earlier.notices).toContain("The reserve of the lot was ₦9,000.00, before the house changed it.");
    // The end opens what the seller could prove before.
    await setStatus(server, who(admin), _id, "ended");
    const { leaves } = await logged(_id, 3);
    const facts = JSON.parse(leaves.at(-1).entry).facts;
    expect(facts[0].reserve).toEqual({ amount: 800_000, salt: after.reserve?.salt });
    expect(JSON.parse(leaves[1].entry).facts[0].reserve).toBe(
      reserveCommitmentTo(_id, 800_000, after.reserve?.salt ?? ""),
    );
  });
});
