// Says for which of many settlements an action of the staff is possible, and why not for the others.
import type { Settlement } from "@jara/shared/rest/settlements";
import { isPossible } from "./desk-actions.ts";
import type { PickupTexts } from "./pickup-texts.ts";
import type { BodyOf } from "./queries.ts";
import { statusLabels } from "./settlement-words.ts";

/** `texts`: by the id of the sale, "" for lots that are in none. */
export type BulkAction =
  | { readonly kind: "ready"; readonly texts: ReadonlyMap<string, PickupTexts> }
  | { readonly kind: "remind" }
  | { readonly kind: "extend"; readonly days: number; readonly reason: string };
export type BulkKind = BulkAction["kind"];
/** At most this many settlements can be selected. */
export const BULK_MAX = 500;

export const bulkKinds = ["ready", "remind", "extend"] as const satisfies readonly BulkKind[];

export const bulkLabels: Record<BulkKind, string> = {
  ready: "Ready for pickup",
  remind: "Remind",
  extend: "Extend deadline",
};

export interface BulkPlan {
  readonly todo: readonly Settlement[];
  readonly refused: readonly { readonly settlement: Settlement; readonly why: string }[];
}

const whyNot = (kind: BulkKind, settlement: Settlement): string | null => {
  const { status, pickup } = settlement;
  if (kind === "ready") {
    if (isPossible("ready", settlement)) return null;
    return pickup?.status === "handed-over"
      ? "It was handed over."
      : `It is not paid: ${statusLabels[status].toLowerCase()}.`;
  }
  return status === "open" ? null : `Nothing is due: ${statusLabels[status].toLowerCase()}.`;
};

export const planFor = (settlements: readonly Settlement[], kind: BulkKind): BulkPlan => ({
  todo: settlements.filter((one) => whyNot(kind, one) === null),
  refused: settlements.flatMap((settlement) => {
    const why = whyNot(kind, settlement);
    return why === null ? [] : [{ settlement, why }];
  }),
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** Extends from the settlement's own deadline, or from now if that has passed. */
export const bodyOf = (action: BulkAction, { dueAt, pickup, sale }: Settlement, nowMs: number): BodyOf<BulkKind> => {
  switch (action.kind) {
    case "ready": {
      const seen = pickup?.place && pickup.hours ? { place: pickup.place, hours: pickup.hours } : null;
      const { place, hours } = action.texts.get(sale?._id ?? "") ?? { place: "", hours: "" };
      return { place, hours, seen };
    }
    case "remind":
      return undefined;
    case "extend": {
      const later = new Date(Math.max(Date.parse(dueAt), nowMs) + action.days * DAY_MS).toISOString();
      return { dueAt: later, reason: action.reason };
    }
  }
};

export const bulkEffect: Record<BulkKind, string> = {
  ready:
    "Each buyer gets one email, and sees the place, the hours or the chosen slot, and one pickup code for all lots of a sale.",
  remind: "Each buyer gets one email that lists the lots. A lot of which somebody was reminded today is not in it.",
  extend: "Each buyer gets one email with the lots and the new deadlines. It cannot be made earlier again.",
};
