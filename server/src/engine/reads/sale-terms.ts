// Refuses a command on a lot whose sale asks for the acceptance of its terms, until the person has accepted them. A
// draft of a sale asks for nothing, because bidders cannot read its terms. A published sale does not ask on a lot that
// opened before the publication. This code reads before the engine decides, so that no bid's statement grows. Terms
// that change at that moment count from the next command on.
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import { and, eq, sql } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { commands } from "../../platform/database/schema/log.ts";
import { saleAcceptances, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { isLeftOut } from "./left-out.ts";

interface Bidding {
  readonly auctionId: string;
  readonly userId: string;
  readonly commandId: string;
}

/** True if the gate's answer is still true of the lot when the engine decides. */
type Precondition = (state: Pick<AuctionState, "startsAt" | "status">) => boolean;

/**
 * The engine checks the precondition under its fence; undefined: the answer is always true. A lot joins a sale only as a draft, and
 * gets another start when it opens, so each node notices by the start that what it remembers is out of date.
 */
type Passed = { readonly refused: ErrorBody } | { readonly precondition: Precondition | undefined };

interface TermsGate {
  pass(bidding: Bidding): Promise<Passed>;
  /** Looks at the lot again with the next command. */
  forget(auctionId: string): void;
}

/** The number of lots that are known to ask for no terms. Their bids read nothing here. */
const KNOWN_LOTS = 20_000;

/**
 * Commands on one auction leave this gate in the order in which they arrived, because the first bid must be decided
 * first.
 */
export const createTermsGate = (database: Pick<Database, "db">): TermsGate => {
  const asksNothing = createBoundedCache<string, Precondition>(KNOWN_LOTS);
  /** The last command of each auction that still waits in this gate. */
  const last = new Map<string, Promise<unknown>>();

  const look = async (bidding: Bidding): Promise<Passed> => {
    const { auctionId } = bidding;
    const lot = await askedOf(database, bidding);
    // Let the engine refuse a lot that does not exist.
    if (!lot) return { precondition: undefined };
    const { startsAt } = lot;
    const asksTerms = lot.asksTerms === true && lot.saleStatus === "published" && !lot.isLeftOut;
    const isSameOpening: Precondition = (state) => state.startsAt === startsAt;
    // Remember neither a draft, which can still be put into a sale, nor a lot of a draft sale, nor a lot that opened
    // without a start, because it would not get another one.
    if (startsAt !== null && lot.status !== "draft" && !asksTerms && lot.saleStatus !== "draft")
      asksNothing.set(auctionId, isSameOpening);
    // A repeated command gets its first answer.
    if (!asksTerms || lot.isAccepted || lot.isKnown) return { precondition: isSameOpening };
    // Let the engine refuse a lot that takes no bids, unless it opens meanwhile.
    if (lot.status !== "active") return { precondition: ({ status }) => status !== "active" };
    return { refused: refusal("TERMS_NOT_ACCEPTED", { saleId: lot.saleId ?? "" }) };
  };
  const afterAnother = async (before: Promise<unknown> | undefined, answer: Promise<Passed>) => {
    // Wait for the command before, and ignore its error.
    await before?.catch(() => {});
    return await answer;
  };

  return {
    pass: (bidding) => {
      const { auctionId } = bidding;
      const before = last.get(auctionId);
      const known = asksNothing.get(auctionId);
      // The engine refuses a text that is not a UUID.
      const isFree = known !== undefined || !isUuid(auctionId);
      if (isFree && !before) return Promise.resolve({ precondition: known });
      const answer = isFree ? Promise.resolve({ precondition: known }) : look(bidding);
      // The caller gets this error from `mine`, perhaps later, so it must not count as unhandled here.
      answer.catch(() => {});
      const mine = afterAnother(before, answer);
      last.set(auctionId, mine);
      const forget = () => {
        if (last.get(auctionId) === mine) last.delete(auctionId);
      };
      mine.then(forget, forget);
      return mine;
    },
    forget: (auctionId) => {
      asksNothing.delete(auctionId);
    },
  };
};

const askedOf = async ({ db }: Pick<Database, "db">, { auctionId, userId, commandId }: Bidding) => {
  const accepted = db
    .select({ at: saleAcceptances.acceptedAt })
    .from(saleAcceptances)
    .where(
      and(
        eq(saleAcceptances.saleId, sales.id),
        eq(saleAcceptances.userId, userId),
        eq(saleAcceptances.termsVersion, sales.termsVersion),
      ),
    );
  const known = db
    .select({ at: commands.createdAt })
    .from(commands)
    .where(and(eq(commands.userId, userId), eq(commands.commandId, commandId)));
  const [lot] = await db
    .select({
      status: auctions.status,
      startsAt: auctions.startsAt,
      saleId: sales.id,
      saleStatus: sales.status,
      asksTerms: sales.asksTerms,
      isLeftOut: isLeftOut(sql`${sales.id}`, sql`${auctions.id}`, sql`${auctions.startsAt}`),
      isAccepted: sql<boolean>`exists ${accepted}`,
      isKnown: sql<boolean>`exists ${known}`,
    })
    .from(auctions)
    .leftJoin(saleLots, eq(saleLots.auctionId, auctions.id))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(eq(auctions.id, auctionId));
  return lot;
};
