// Plans an action on many lots before it is done: names the lots that change, and those that are refused and why. The rows
// may be older than the lots, so the server decides again for each lot.
import type { Category } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { formatLagosTime } from "@jara/shared/time";
import { upcomingWords } from "@jara/shared/upcoming-words";
import { termsTitles, whyNotAgreed } from "../../lots/consigned/use-consigned.ts";
import { isOver } from "../../lots/is-over.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { labelOfCategory } from "../../store/categories.ts";
import { type RuledAction, ruledEffects, ruledStep } from "./bulk-rules.ts";
import { canRelist, waitsForSale } from "./row-actions.ts";

export const BULK_MAX = 500;
export const SHIFT_MINUTES_MAX = 10_080;

export type BulkAction =
  | { kind: "publish" }
  /** `reason`: empty if none was given. */
  | { kind: "cancel"; reason: string }
  /** `into`: the sale that gets the copies. */
  | { kind: "relist"; reason: string; into?: { saleId: string; title: string } }
  | { kind: "shift"; minutes: number }
  | { kind: "category"; category: Category }
  | { kind: "sale"; saleId: string; title: string }
  | RuledAction
  | { kind: "delete" };
export type BulkKind = BulkAction["kind"];

export const bulkLabels: Record<BulkKind, string> = {
  publish: "Publish",
  shift: "Shift times",
  category: "Set category",
  sale: "Add to a sale",
  increments: "Increments",
  "soft-close": "Soft close",
  reserve: "Reserve",
  relist: "Relist",
  cancel: "Cancel",
  delete: "Delete",
};

/** The actions that some of these lots allow: a lot that is over is only relisted or deleted, any other is not relisted. */
export const bulkKindsFor = (lots: readonly Pick<ManagedAuction, "status">[]): BulkKind[] => {
  const [someOver, someNot] = [lots.some(isOver), lots.some((lot) => !isOver(lot))];
  const all = Object.keys(bulkLabels) as BulkKind[];
  return all.filter((kind) => kind === "delete" || (kind === "relist" ? someOver : someNot));
};

/** An edit and the edit that takes it back, or a step that cannot be taken back. */
export type Step =
  | { kind: "edit"; body: UpdateAuctionBody; undo: UpdateAuctionBody }
  | { kind: "cancel"; reason: string }
  | { kind: "relist"; reason: string; saleId?: string }
  | { kind: "sale"; saleId: string }
  | { kind: "publish" | "delete" };

export interface Plan {
  todo: { lot: ManagedAuction; step: Step }[];
  refused: { lot: ManagedAuction; why: string }[];
}

const later = (iso: string, minutes: number): string => new Date(Date.parse(iso) + minutes * 60_000).toISOString();

const shiftOf = (lot: ManagedAuction, minutes: number): Step => {
  const start = lot.status === "draft" ? lot.startTime : null;
  return {
    kind: "edit",
    body: { endTime: later(lot.endTime, minutes), ...(start && { startTime: later(start, minutes) }) },
    undo: { endTime: lot.endTime, ...(start && { startTime: start }) },
  };
};

/** The step for this lot, or why there is none. */
const stepFor = (lot: ManagedAuction, action: BulkAction, { nowMs, mayRun }: Staff): Step | string => {
  const { status, endTime, pausedUntil, bidCount, categories, sale } = lot;
  const notAgreed = whyNotAgreed(lot);
  switch (action.kind) {
    case "publish":
      if (status !== "draft") return "It is not a draft.";
      if (sale && waitsForSale(lot)) return upcomingWords(sale);
      if (Date.parse(endTime) <= nowMs) return "Its end time has passed. Set one first.";
      return notAgreed === null ? { kind: "publish" } : `${termsTitles[notAgreed]}.`;
    case "cancel":
      if (isOver({ status })) return "It is over.";
      return pausedUntil === null ? { kind: "cancel", reason: action.reason } : "Somebody is buying it.";
    case "relist":
      if (canRelist(lot)) {
        return { kind: "relist", reason: action.reason, ...(action.into && { saleId: action.into.saleId }) };
      }
      if (lot.relistedAs) return "It was relisted already.";
      return isOver({ status }) ? "It is sold." : "It is not over.";
    case "shift":
      if (isOver({ status })) return "It is over.";
      if (status === "paused") return "It is paused, so its time does not run.";
      return sale ? `It is in the sale “${sale.title}”. Shift the whole sale instead.` : shiftOf(lot, action.minutes);
    case "category":
      if (isOver({ status })) return "It is over.";
      if (categories.length === 1 && categories[0] === action.category) return "It has this category already.";
      if (bidCount > 0) return "It has bids: the change would suspend maximum bids. Edit it separately.";
      return { kind: "edit", body: { categories: [action.category] }, undo: { categories } };
    case "sale":
      if (sale) return `It is in the sale “${sale.title}” already.`;
      return status === "draft" ? { kind: "sale", saleId: action.saleId } : "It is not a draft.";
    case "delete":
      if (bidCount > 0) return "It has bids. Cancel it instead.";
      if (pausedUntil !== null) return "Somebody is buying it.";
      return status === "sold" ? "It is sold." : { kind: "delete" };
    default:
      return ruledStep(lot, action, mayRun);
  }
};

/** `nowMs`: by the server's clock. */
interface Staff {
  nowMs: number;
  mayRun: boolean;
}

export const planFor = (lots: readonly ManagedAuction[], action: BulkAction, staff: Staff): Plan => {
  const plan: Plan = { todo: [], refused: [] };
  for (const lot of lots) {
    const step = stepFor(lot, action, staff);
    if (typeof step === "string") plan.refused.push({ lot, why: step });
    else plan.todo.push({ lot, step });
  }
  return plan;
};

/** "3 lots belong to the sale “Estate”, which opens …: they are left." for each sale whose lots wait for it. */
export const leftForSales = ({ refused }: Plan): string[] => {
  const bySale = new Map<string, { sale: NonNullable<ManagedAuction["sale"]>; lots: number }>();
  for (const { lot } of refused) {
    if (!lot.sale || !waitsForSale(lot)) continue;
    bySale.set(lot.sale._id, { sale: lot.sale, lots: (bySale.get(lot.sale._id)?.lots ?? 0) + 1 });
  }
  return [...bySale.values()].map(({ sale, lots }) => {
    const when = sale.opensAt === null ? "" : `, which opens ${formatLagosTime(sale.opensAt)}`;
    const belong = lots === 1 ? "1 lot belongs" : `${lots} lots belong`;
    const instead = sale.isPublished
      ? `${lots === 1 ? "It opens" : "They open"} with it.`
      : "Publish the sale instead.";
    return `${belong} to the sale “${sale.title}”${when}, and ${lots === 1 ? "is" : "are"} left. ${instead}`;
  });
};

/** Says what happens to this many copies that are put into a sale. */
export const intoSaleWords = (title: string, copies: number): string =>
  copies === 1
    ? `The draft gets the next number of “${title}”. A published sale opens it at its times.`
    : `The drafts get the next numbers of “${title}”, in this order. A published sale opens them at its times.`;

/** The consequences, one sentence each. */
export const bulkEffects = (action: BulkAction, { todo }: Plan): string[] => {
  const withBids = todo.filter(({ lot }) => lot.bidCount > 0).length;
  switch (action.kind) {
    case "publish":
      return ["They become public and accept bids now, including those with a later start time."];
    case "cancel":
      return [
        "They close at once and nobody wins. This cannot be undone here.",
        ...(withBids > 0 ? [`${lotsWords(withBids)} with bids: all their bidders are notified.`] : []),
      ];
    case "relist":
      return [
        "Each gets a copy as a new draft, linked to it. Bids are not copied.",
        ...(action.into ? [intoSaleWords(action.into.title, todo.length)] : []),
      ];
    case "shift":
      return [
        "They end later, and drafts also start later. You can undo it afterwards, while the old times are still ahead.",
      ];
    case "sale":
      return [
        `They get the next numbers of “${action.title}”, in this order. A published sale gives them their times at once.`,
      ];
    case "delete":
      return ["They disappear from all lists, and this cannot be undone. Their histories are kept."];
    case "category":
      return [`“${labelOfCategory(action.category)}” replaces their categories. You can undo it afterwards.`];
    default:
      return ruledEffects(action, todo.filter(({ lot }) => lot.status !== "draft").length);
  }
};
