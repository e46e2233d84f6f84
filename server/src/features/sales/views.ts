// Converts a sale and its last action to what a caller may see.
import type { BuyersPremium } from "@jara/shared/auction";
import type { Sale, SaleAction, SaleAnswer } from "@jara/shared/rest/sales";
import { withSuffix } from "@jara/shared/sale-order";
import type { House } from "@jara/shared/site-settings";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import { isPrivileged, type Viewer } from "../../auction/view/viewer.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { MediaCheck } from "../../platform/http/refuse-unknown-media.ts";
import { refuse } from "../../platform/http/refused.ts";
import type { Letterhead } from "../../platform/pdf/letterhead.ts";
import type { HousePlace } from "../pickup-places.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type ActionReport, reportOf } from "./action-queries.ts";
import { findSale, soldIn } from "./queries.ts";

export interface SaleRouteDeps extends Pick<RouteDeps, "database" | "clock" | "engine" | "lists"> {
  /** The bytes of a picture that this site stores; null for any other. */
  readonly readPicture: (url: string) => Promise<Buffer | null>;
  /** The configuration with the contacts that are in force. */
  readonly site: () => Letterhead["site"];
  /** The premium that lots take which open now; null: none. */
  readonly buyersPremium: () => BuyersPremium | null;
  readonly settings: { readonly current: () => HousePlace & { readonly house: House } };
  readonly mediaCheck: MediaCheck;
  /** False: nobody could verify a phone. */
  readonly sendsSms: boolean;
  /** Call when what bidders of a sale must have done was changed. */
  readonly requirementsChanged: () => Promise<void>;
  /** Call when a sale was changed, or an action on it recorded. */
  readonly saleChanged: (saleId: string) => void;
}

export const notFound = () => refuse("NOT_FOUND", { message: "Sale not found" });

type Row = NonNullable<Awaited<ReturnType<typeof findSale>>>;

export const toSale = (row: Row): Sale => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  terms: row.terms,
  viewings: row.viewings.map(({ from, until, place }) => ({ from: toIso(from), until: toIso(until), place })),
  pickups: row.pickups.map(({ from, until, ...same }) => ({ ...same, from: toIso(from), until: toIso(until) })),
  status: row.status,
  opensAt: toIsoOrNull(row.opensAt),
  closesAt: toIso(row.closesAt),
  spacingSeconds: row.spacingSeconds,
  closing: row.closing,
  groupSize: row.groupSize,
  asksTerms: row.asksTerms,
  termsVersion: row.termsVersion,
  picture: row.picture,
  requirements: row.requirements,
  isPaused: row.pausedAt !== null,
  isOver: row.isOver,
  endedAt: toIsoOrNull(row.endedAt),
  lotCount: row.lotCount,
  softClose: row.softClose,
  revision: row.revision,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});

export const toAction = ({ action, lots, drafts, refused }: ActionReport): SaleAction => ({
  _id: action.id,
  kind: action.kind,
  seconds: action.seconds,
  askedAt: toIso(action.askedAt),
  isDone: action.doneAt !== null,
  lots,
  ...(action.kind === "end" && { unopened: drafts }),
  refused: refused.map(withSuffix),
});

/** The sale as the caller may see it. Throws 404 if they may not. */
export const saleOf = async ({ database }: Pick<RouteDeps, "database">, id: string, viewer: Viewer): Promise<Sale> => {
  const row = isUuid(id) ? await findSale(database, id, isPrivileged(viewer)) : null;
  return row ? toSale(row) : notFound();
};

/** The sale as the caller may see it; its last action for staff alone. */
export const answerOf = async (deps: SaleRouteDeps, id: string, viewer: Viewer): Promise<SaleAnswer> => {
  const sale = await saleOf(deps, id, viewer);
  const place = deps.settings.current().hours.place || null;
  const answer = { sale, place, ...(sale.isOver && { sold: await soldIn(deps.database, id) }) };
  if (!isPrivileged(viewer)) return answer;
  const report = await reportOf(deps.database, id);
  return { ...answer, action: report && toAction(report) };
};
