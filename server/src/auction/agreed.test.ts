// Tests that a seller's lot is offered only on the prices that the seller accepted, whichever command offers it.
import { describe, expect, it } from "vitest";
import { anAuction, changeStatus, edit, minor, NOON, person, startAuction } from "../../test/support/given-auction.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";

const agreed = { currency: "NGN", startingPriceMinor: minor(1000), reserveMinor: null } as const;
const draft = (): PlayedAuction => played(anAuction({ isConsigned: true, status: "draft", startsAt: null }));
const isAccepted = (auction: PlayedAuction, command: Parameters<PlayedAuction["decide"]>[0]): boolean =>
  auction.decide(command).kind === "accepted";

describe("a lot of a seller", () => {
  it.each([
    ["the status active", changeStatus("admin", "active")],
    ["the status paused", changeStatus("admin", "paused")],
    ["the status ended", changeStatus("admin", "ended")],
    ["an edit that opens it", edit("admin", { status: "active" })],
    ["a start", edit("admin", { startsAt: NOON + 3_600_000 })],
    ["a sale's announcement", { ...edit("admin", { startsAt: NOON + 3_600_000 }), isAnnounced: true }],
  ])("refuses %s without an accepted agreement, and accepts it with one", (_what, command) => {
    const auction = draft();
    auction.refuses(command, "AGREEMENT_MISSING");
    auction.agreed = { ...agreed, reserveMinor: minor(500) };
    auction.refuses(command, "AGREEMENT_MISSING");
    auction.agreed = { ...agreed, currency: "USD" };
    auction.refuses(command, "AGREEMENT_MISSING");
    auction.agreed = agreed;
    expect(isAccepted(auction, command)).toBe(true);
  });

  it("may be edited freely as a draft without a start", () => {
    expect(isAccepted(draft(), edit("admin", { reserveMinor: minor(5000), startingPriceMinor: minor(10) }))).toBe(true);
  });

  it("keeps its agreed prices once it has a start, and once it is open", () => {
    const auction = draft();
    auction.agreed = agreed;
    auction.play(edit("admin", { startsAt: NOON + 3_600_000 }));
    auction.refuses(edit("admin", { reserveMinor: minor(5000) }), "AGREEMENT_MISSING");
    auction.at(NOON + 3_600_000).play(startAuction);
    expect(auction.state.status).toBe("active");
    auction.refuses(edit("admin", { startingPriceMinor: minor(10) }), "AGREEMENT_MISSING");
    auction.agreed = { ...agreed, startingPriceMinor: minor(10) };
    auction.play(edit("admin", { startingPriceMinor: minor(10) }));
    expect(auction.state.startingPriceMinor).toBe(10);
  });

  it("needs the agreement again after it was cancelled or put back to draft", () => {
    for (const status of ["cancelled", "draft"] as const) {
      const auction = draft();
      auction.agreed = agreed;
      auction.play(changeStatus("admin", "active"), changeStatus("admin", status));
      auction.agreed = undefined;
      auction.refuses(changeStatus("admin", "active"), "AGREEMENT_MISSING");
    }
  });

  it("can be paused, ended and cancelled while newer terms wait for the seller", () => {
    const auction = draft();
    auction.agreed = agreed;
    auction.play(changeStatus("admin", "active"));
    auction.agreed = undefined;
    auction.play(changeStatus("admin", "paused"), changeStatus("admin", "active"), changeStatus("admin", "ended"));
    auction.play(changeStatus("admin", "cancelled"));
    expect(auction.state).toMatchObject({ status: "cancelled" });
  });

  it("is its seller's own: a seller who joins the staff has no rights on it", () => {
    const auction = played(anAuction({ isConsigned: true, seller: person("admin"), status: "draft", startsAt: null }));
    auction.agreed = agreed;
    auction.refuses(changeStatus("admin", "active"), "CONFLICT_OF_INTEREST");
    const ofHouse = anAuction({ seller: person("admin"), status: "draft", startsAt: null });
    expect(isAccepted(played(ofHouse), changeStatus("admin", "active"))).toBe(true);
  });

  it("asks nothing of the house's own lots", () => {
    expect(isAccepted(played(anAuction({ status: "draft", startsAt: null })), changeStatus("admin", "active"))).toBe(
      true,
    );
  });
});
