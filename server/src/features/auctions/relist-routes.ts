// POST /api/auctions/{id}/relist: copies a lot that was not sold into a new draft, linked to the old lot. A lot has at
// most one copy that was not deleted, and the same command makes one copy, however often it is sent.
import { randomUUID } from "node:crypto";
import * as calls from "@jara/shared/calls/auction-management";
import type { HouseRules } from "@jara/shared/house-rules";
import { may } from "@jara/shared/permissions";
import { canStillBeSold } from "../../auction/relisted.ts";
import type { AuctionState } from "../../auction/state.ts";
import { toView } from "../../auction/view/to-public.ts";
import { isPrivileged, viewerOfRole } from "../../auction/view/viewer.ts";
import { loadOutcomes } from "../../engine/commit/engine-store.ts";
import { hashOf } from "../../engine/outcome.ts";
import { findAuction } from "../../engine/reads/find-auctions.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Account } from "../accounts/account.ts";
import { fromOldLot, hasCopy, type NewAuction } from "./create-auction.ts";
import { auctionNotFound, lookAt } from "./lookup.ts";
import type { AuctionRouteDeps } from "./routes.ts";

type Deps = Pick<AuctionRouteDeps, "database" | "clock" | "lotMaker" | "houseRules">;

export const serveRelisting = (app: App, deps: Deps): void => {
  serve(app, calls.relistAuction, async ({ account: admin, params, body, commandId }) => {
    const reason = body?.reason;
    const copy = await relist(deps, admin, { id: params.id, commandId: commandId, reason });
    return { auction: toView(copy, viewerOfRole(admin.role, admin.id), deps.clock.now()) };
  });
};

interface Relisting {
  readonly id: string;
  readonly commandId: string;
  readonly reason: string | undefined;
}

const relist = async (deps: Deps, admin: Account, relisting: Relisting): Promise<AuctionState> => {
  const { id, commandId, reason } = relisting;
  const fingerprint = `RelistAuction ${id}${reason === undefined ? "" : ` ${hashOf(reason)}`}`;
  const known = await copyMadeBy(deps, admin, commandId, fingerprint);
  if (known) return known;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { state, viewer } = await lookAt(deps, id, viewerOfRole(admin.role, admin.id));
    if (!isPrivileged(viewer)) return refuse("CONFLICT_OF_INTEREST");
    refuseUnlessUnsold(state);
    const needs = canStillBeSold(state) ? "auctions:run" : "lots:edit";
    if (!may(admin.role, needs)) return refuse("FORBIDDEN", { message: CAN_BE_SOLD });
    if (await hasCopy(deps.database, state.id)) {
      // The same command may have made it since the first check.
      const own = await copyMadeBy(deps, admin, commandId, fingerprint);
      return own ?? refuse("ALREADY_EXISTS", { message: RELISTED });
    }
    const lot = {
      ...copyOf(state, admin, deps.houseRules()),
      relistedFrom: state.id,
      ...(reason && { staffReason: reason }),
    };
    const copy = await deps.lotMaker.make(lot, { commandId, fingerprint }, fromOldLot(state, lot.auctionId, needs));
    if (copy) return copy;
    // The same command made it at this moment, or the lot or the author's rights changed since they were read.
    const meanwhile = await copyMadeBy(deps, admin, commandId, fingerprint);
    if (meanwhile) return meanwhile;
    const now = (await findAuction(deps.database, id)) ?? auctionNotFound();
    if (now.revision === state.revision && !(await hasCopy(deps.database, state.id))) return refuse("FORBIDDEN");
  }
  return refuse("UNAVAILABLE");
};

/** The lot may change between the read and the statement, which copies only the lot as it was read. */
const ATTEMPTS = 3;
const CAN_BE_SOLD =
  "This lot has bids: as long as it has no copy, it can still be sold to its highest bidder or its runner-up. Only staff " +
  "who run auctions can relist it.";
const RELISTED = "This lot was relisted already. Relist its newest copy, or delete all its copies first.";

/** The copy that the same command made before. */
const copyMadeBy = async (
  { database }: Deps,
  { id: userId }: Account,
  commandId: string,
  fingerprint: string,
): Promise<AuctionState | null> => {
  const [known] = await loadOutcomes(database, [{ userId, commandId }]);
  if (!known) return null;
  if (known.fingerprint !== fingerprint || !known.outcome.ok || known.outcome.data.of !== "CreateAuction") {
    return refuse("COMMAND_ID_REUSED");
  }
  return (await findAuction(database, known.outcome.data.auctionId)) ?? auctionNotFound();
};

const refuseUnlessUnsold = ({ status, settlement, secondChance }: AuctionState): void => {
  if (status === "sold") refuse("INVALID", { message: "This lot is sold and paid. It cannot be relisted." });
  if (status !== "ended" && status !== "cancelled") {
    refuse("INVALID", { message: "Only a lot that has ended or was cancelled can be relisted." });
  }
  if (settlement?.status === "paid") refuse("INVALID", { message: "This lot is paid. It cannot be relisted." });
  if (settlement?.status === "open" || secondChance) {
    refuse("INVALID", { message: "Somebody may still pay for this lot. Waive the payment or let it lapse first." });
  }
};

const HOUR = 60 * 60 * 1000;

/** The copy has the house's increments and soft close of today, not those of the old lot. */
const copyOf = (state: AuctionState, { id, username }: Account, house: HouseRules): NewAuction => ({
  auctionId: randomUUID(),
  ...(state.isConsigned ? { seller: state.seller, isConsigned: true, authorId: id } : { seller: { id, username } }),
  lot: state.lot,
  currency: state.currency,
  startingPriceMinor: state.startingPriceMinor,
  incrementMinor: state.incrementMinor,
  incrementTable: house.incrementTable || state.increments !== null,
  reserveMinor: state.reserveMinor,
  buyItNowMinor: state.buyItNowMinor,
  softClose: house.softClose,
  status: "draft",
  startsAt: "by hand",
  endsAt: null,
  durationMs: Math.max(HOUR, (state.extendedFrom ?? state.endsAt) - (state.startsAt ?? state.createdAt)),
});
