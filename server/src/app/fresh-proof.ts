// Step-up: the calls that need a proof of the person not older than STEP_UP_MINUTES. The proof is a column of the
// session's row, which every request reads, so that no server and no old tab uses an outdated one.
import type { Access, Call, Proof } from "@jara/shared/calls/call";
import { callOf, calls } from "@jara/shared/calls/list";
import type { Permission } from "@jara/shared/permissions";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AskedOfSale, changesSale } from "../auction/sale-change.ts";
import type { AuctionState } from "../auction/state.ts";
import { findAuction } from "../engine/reads/find-auctions.ts";
import type { Caller } from "../features/accounts/caller.ts";
import { hasSecondFactor } from "../features/accounts/second-factor/factors.ts";
import { isInEvening } from "../features/sales/evening.ts";
import type { Database } from "../platform/database/database.ts";
import { access, keysOf } from "./access.ts";

/** Every write that needs one of these permissions needs a proof, because it moves money or changes what people may do. */
const proved: ReadonlySet<Access> = new Set<Permission>([
  "balances:change",
  "settlements:book",
  "settlements:waive",
  "withdrawals:decide",
  "bids:void",
  "users:suspend",
  "roles:change",
  "staff:invite",
  "site:settings",
  "house:settings",
]);

const proofOf = (call: string): Proof | undefined => {
  const said = callOf.get(call)?.proof;
  if (said) return said === "none" ? undefined : said;
  const needed = access[call];
  // A file with other people's data. The route checks a receipt of somebody else.
  if (call.startsWith("GET "))
    return needed !== "anyone" && needed !== "signed in" && isFile(call) ? "always" : undefined;
  return needed !== undefined && proved.has(needed) ? "always" : undefined;
};
const isFile = (call: string): boolean => /\.(csv|pdf|zip)$/.test(call);

/** Each call that needs a proof whatever it says. A new call of staff is in it by its permission or as a file. */
export const needsFreshProof: Readonly<Record<string, Proof>> = Object.fromEntries(
  Object.keys(access).flatMap((call) => {
    const needed = proofOf(call);
    return needed ? [[call, needed]] : [];
  }),
);

/** Each reads from the body what its calls would make of an auction's sale. */
const askedOfSale: Readonly<Record<NonNullable<Call["sale"]>, (body: SaleBody | null) => AskedOfSale>> = {
  "by the body": (body) => ({
    status: body?.status,
    endsAt: body?.endTime == null ? undefined : Date.parse(body.endTime),
  }),
  cancelled: () => ({ status: "cancelled" }),
  removed: () => ({ isRemoval: true }),
};

const when: Readonly<Record<Proof, string>> = {
  always: "",
  "with a factor": " if the account has two-step verification",
  "password or again":
    " that was given after the log-in, unless `password` is in the body; with two-step verification one in any case",
  factors: ", even where the site needs none for other calls",
  "transfer or cash": " if `method` is `transfer` or `cash`",
};
const ofSale = " if it sells the lot, ends it while it has bids, voids its bids or undoes its sale";
/** Each call that may need a proof, and when: words that follow "a fresh proof". */
export const proofCases: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(needsFreshProof).map(([call, needed]) => [call, when[needed]])),
  ...Object.fromEntries(calls.filter(({ sale }) => sale).map(({ route }) => [route, ofSale])),
  "GET /api/users/receipts/:id.pdf": " for a receipt of somebody else",
  "GET /api/users/invoices/:id.pdf": " for an invoice of somebody else",
};
/** For the API's document: a sentence for each of these calls. */
export const proofWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(proofCases).map(([call, words]) => [
    call,
    `This call needs [a fresh proof](/docs/guide/rest-api.md#a-fresh-proof) (\`PROOF_REQUIRED\`)${words}.`,
  ]),
);

interface SaleBody {
  readonly status?: AuctionState["status"];
  readonly endTime?: string | null;
}

interface ProofDeps {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** A proof is good for this long on the lots of a sale in its evening, so that nobody is asked in the middle of it. */
const EVENING_MINUTES = 12 * 60;
/** The calls about one lot, beside those that `changesSale` decides on. What concerns a whole sale asks each time. */
const ofLot = new Set(["POST /api/auctions/:id/void-bids"]);

/** Register after the access guard, so that a stranger is never told that a proof is missing. */
export const guardFreshProof = (
  app: FastifyInstance,
  caller: Pick<Caller, "signedIn" | "proved">,
  { database, clock }: ProofDeps,
): void => {
  const provedOnLot = async (request: FastifyRequest, auctionId: string): Promise<void> =>
    await caller.proved(request, (await isInEvening(database, auctionId)) ? { minutes: EVENING_MINUTES } : {});

  const check = async (request: FastifyRequest, call: string, needed: Proof): Promise<void> => {
    if (ofLot.has(call)) return await provedOnLot(request, idOf(request));
    const isAgain = needed === "password or again" && !hasField(request.body, "password");
    const isForFactors = needed === "with a factor" || (needed === "password or again" && !isAgain);
    if (isForFactors && !hasSecondFactor(await caller.signedIn(request))) return;
    if (needed === "transfer or cash" && !isBookedByStaff(request.body)) return;
    await caller.proved(request, { isAgain, evenIfOff: isAgain || needed === "factors" });
  };

  const checkSale = async (request: FastifyRequest, asked: AskedOfSale): Promise<void> => {
    const state = await findAuction(database, idOf(request));
    if (state && changesSale(state, asked, clock.now())) await provedOnLot(request, state.id);
  };

  app.addHook("onRoute", (route) => {
    for (const key of keysOf(route)) {
      const sale = callOf.get(key)?.sale;
      if (sale) {
        // The body is checked before this stage.
        const hook = (request: FastifyRequest) =>
          checkSale(request, askedOfSale[sale](request.body as SaleBody | null));
        route.preHandler = [...[route.preHandler ?? []].flat(), hook];
      }
      const needed = Object.hasOwn(needsFreshProof, key) ? needsFreshProof[key] : undefined;
      if (!needed) continue;
      const hook = (request: FastifyRequest) => check(request, key, needed);
      // The body is read only after onRequest.
      const readsBody = needed === "transfer or cash" || needed === "password or again";
      const stage = readsBody ? "preValidation" : "onRequest";
      route[stage] = [...[route[stage] ?? []].flat(), hook];
    }
  });
};

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

/** The body is not yet checked, so it may be anything. */
const hasField = <Name extends string>(body: unknown, name: Name): body is Record<Name, unknown> =>
  typeof body === "object" && body !== null && name in body;

const isBookedByStaff = (body: unknown): boolean =>
  hasField(body, "method") && (body.method === "transfer" || body.method === "cash");
