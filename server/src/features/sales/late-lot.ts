// Adds one lot to a sale. The sale's row is locked while the lot gets its number. In a published sale the engine then
// gives the lot its times, as the publication did for the others. Repeating the call continues where it stopped.
import * as calls from "@jara/shared/calls/sales";
import { lotNumberText, readLotNumber, spacingsBefore } from "@jara/shared/sale-order";
import { and, desc, eq, isNull } from "drizzle-orm";
import { unagreedAmong } from "../../engine/reads/agreed-prices.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { increased, readNow } from "../../platform/database/statements.ts";
import { isViolationOf } from "../../platform/database/unique.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { commandIdFor } from "./action-job.ts";
import { answerOf, type SaleRouteDeps, saleOf } from "./views.ts";

interface Times {
  /** Epoch ms; null: the lot opens at once. */
  readonly startsAt: number | null;
  readonly endsAt: number;
}

type Added =
  | { readonly is: "added"; readonly times: Times }
  | { readonly is: "done" | "set" }
  | {
      readonly is:
        | "not-allowed"
        | "not-running"
        | "unknown-lot"
        | "no-such-number"
        | "taken"
        | "too-late"
        | "not-agreed";
    };

const reasons: Record<Exclude<Added["is"], "added" | "done" | "set">, () => never> = {
  "not-allowed": () => refuse("FORBIDDEN"),
  "not-running": () => refuse("SALE_STATE", { message: "A lot is not added to a sale that is paused or over." }),
  "unknown-lot": () => refuseField("auctionId", "This lot is not a draft, or a sale has it."),
  "no-such-number": () => refuseField("number", "The sale has no lot of this number."),
  taken: () => refuseField("number", "Another lot has this number."),
  "not-agreed": () => refuse("AGREEMENT_MISSING"),
  "too-late": () => refuseField("number", "By its number the lot would have closed already."),
};

interface LateLot {
  readonly saleId: string;
  readonly auctionId: string;
  /** "12A"; null: the next number. */
  readonly number: string | null;
}

const addLateLot = ({ transaction }: Database, actorId: string, lot: LateLot): Promise<Added> =>
  transaction(async (tx): Promise<Added> => {
    if (!(await lockActor(tx, actorId, "lots:edit"))) return { is: "not-allowed" };
    const [sale] = await tx.select().from(sales).where(eq(sales.id, lot.saleId)).for("no key update");
    if (!sale || sale.pausedAt !== null) return { is: "not-running" };
    const [auction] = await tx
      .select({ status: auctions.status, isUpcoming: auctions.isUpcoming })
      .from(auctions)
      .where(and(eq(auctions.id, lot.auctionId), isNull(auctions.removedAt)));
    const [held] = await tx.select().from(saleLots).where(eq(saleLots.auctionId, lot.auctionId));
    if (!auction || (held && held.saleId !== sale.id)) return { is: "unknown-lot" };
    const hasTimes = auction.status !== "draft" || auction.isUpcoming;
    if (hasTimes) return { is: held ? "done" : "unknown-lot" };
    const isDraft = sale.status === "draft";
    if (isDraft && held) return { is: "done" };
    if (!isDraft && (await unagreedAmong(tx, [lot.auctionId])).length > 0) return { is: "not-agreed" };
    const number = held ?? (await freeNumber(tx, lot));
    if (typeof number === "string") return { is: number };

    const now = await readNow(tx);
    const endsAt = sale.closesAt + spacingsBefore(sale, number.lotNumber) * sale.spacingSeconds * 1000;
    if (!isDraft && endsAt <= now) return { is: "too-late" };
    if (!held) {
      await tx.insert(saleLots).values({ auctionId: lot.auctionId, saleId: sale.id, ...number });
      await tx
        .update(sales)
        .set({ revision: increased(sales.revision), updatedAt: now })
        .where(eq(sales.id, sale.id));
      const details = { sale: sale.id, title: sale.title, number: lotNumberText(number) };
      await recordAction(tx, { actorId, action: "late lot added", auctionId: lot.auctionId, details });
    }
    // The publication gives the lot its times.
    if (isDraft) return { is: "set" };
    const isLater = sale.opensAt !== null && sale.opensAt > now;
    return { is: "added", times: { startsAt: isLater ? sale.opensAt : null, endsAt } };
  });

const freeNumber = async (tx: Db, { saleId, number }: LateLot) => {
  const numbers = await tx
    .select({ lotNumber: saleLots.lotNumber, suffix: saleLots.suffix })
    .from(saleLots)
    .where(eq(saleLots.saleId, saleId))
    .orderBy(desc(saleLots.lotNumber));
  if (number === null) return { lotNumber: (numbers[0]?.lotNumber ?? 0) + 1, suffix: "" };
  const wanted = readLotNumber(number);
  const same = numbers.filter(({ lotNumber }) => lotNumber === wanted?.lotNumber);
  if (!wanted?.suffix || same.length === 0) return "no-such-number" as const;
  if (same.some(({ suffix }) => suffix === wanted.suffix)) return "taken" as const;
  return { lotNumber: wanted.lotNumber, suffix: wanted.suffix };
};

export const serveLateLots = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database, engine } = deps;

  serve(app, calls.addLateLot, async ({ account: { id: userId }, params, body, request }) => {
    const viewer = await caller.viewer(request);
    const sale = await saleOf(deps, params.id, viewer);
    const { auctionId, number = null } = body;
    if (sale.isOver) return reasons["not-running"]();
    if (!isUuid(auctionId)) return reasons["unknown-lot"]();
    const added = await addLateLot(database, userId, { saleId: sale._id, auctionId, number }).catch((error) => {
      // Another sale took the lot at the same moment. Nothing was written.
      if (isViolationOf(error, "sale_lots_pkey")) return { is: "unknown-lot" } as const;
      throw error;
    });
    if (added.is === "set") deps.saleChanged(sale._id);
    if (added.is === "done" || added.is === "set") return await answerOf(deps, sale._id, viewer);
    if (added.is !== "added") return reasons[added.is]();
    const { startsAt, endsAt } = added.times;
    const edit = startsAt === null ? { startsAt, endsAt, status: "active" as const } : { startsAt, endsAt };
    const commandId = commandIdFor(`late lot of ${sale._id}`, auctionId);
    const { outcome } = await engine.submit({
      type: "EditAuction",
      auctionId,
      userId,
      commandId,
      edit,
      isAnnounced: true,
    });
    if (!outcome.ok) throw new RefusedError(outcome.error);
    deps.saleChanged(sale._id);
    return await answerOf(deps, sale._id, viewer);
  });
};
