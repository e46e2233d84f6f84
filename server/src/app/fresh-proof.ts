// Step-up: the calls that need a proof of the person not older than STEP_UP_MINUTES. The proof is a column of the
// session's row, which every request reads, so that no server and no old tab uses an outdated one.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AskedOfSale, changesSale } from "../auction/sale-change.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Caller } from "../features/accounts/caller.ts";
import { hasSecondFactor } from "../features/accounts/second-factor/factors.ts";
import { keysOf } from "./access.ts";

/**
 * `always`: for everybody who may make the call. `with a factor`: for accounts with a second factor; these calls also
 * take the password in their body, or did so before second factors existed. `factors`: for everybody, even if step-up
 * is switched off. `transfer or cash`: only if the body says that an administrator books such a payment.
 */
type Needed = "always" | "with a factor" | "factors" | "transfer or cash";

export const needsFreshProof: Readonly<Record<string, Needed>> = {
  "POST /api/auth/second-factor/totp": "factors",
  "POST /api/auth/second-factor/totp/confirm": "factors",
  "POST /api/auth/second-factor/recovery-codes": "factors",
  "DELETE /api/auth/second-factor": "factors",
  // A passkey logs in without the code, so a password alone must not add one.
  "POST /api/auth/passkeys/options": "with a factor",
  "DELETE /api/auth/passkeys/:id": "with a factor",
  "POST /api/auth/change-password": "with a factor",
  "POST /api/auth/change-email": "with a factor",
  "POST /api/users/bank-accounts": "with a factor",
  "DELETE /api/users/bank-accounts/:id": "with a factor",
  "POST /api/users/withdrawals": "with a factor",
  "POST /api/users/deletion": "with a factor",
  "GET /api/users/my-data.zip": "always",

  "PUT /api/auth/users/:id/role": "always",
  "PUT /api/users/admin/role/:id": "always",
  "PUT /api/users/admin/balance/:id": "always",
  "POST /api/admin/invitations": "always",
  "POST /api/admin/users/:id/suspend": "always",
  "POST /api/admin/users/:id/restore": "always",
  "POST /api/admin/users/:id/void-bids": "always",
  "POST /api/auctions/:id/void-bids": "always",
  "POST /api/settlements/:id/payment-received": "always",
  "POST /api/settlements/:id/payments": "transfer or cash",
  "POST /api/settlements/:id/waive": "always",
  "POST /api/settlements/:id/extend": "always",
  "POST /api/settlements/:id/reverse": "always",
  "POST /api/settlements/:id/second-chance": "always",
  "POST /api/settlements/:id/pardon": "always",
  "POST /api/admin/auctions/:id/sell-to-highest-bidder": "always",
  "POST /api/admin/approvals/:id/approve": "always",
  "POST /api/admin/withdrawals/:id/approve": "always",
  "POST /api/admin/withdrawals/:id/refuse": "always",
  "POST /api/admin/exchange-rate/:id/confirm": "always",
  "PUT /api/admin/settings": "always",
  "POST /api/admin/settings/bank-account/changes/:id/approve": "always",
  // Files with other people's data. A receipt of somebody else is checked in its route.
  "GET /api/settlements.csv": "always",
  "GET /api/admin/takings.csv": "always",
  "GET /api/auctions/admin/:id/history.csv": "always",
  "GET /api/admin/audit-log.csv": "always",
};

/**
 * Reads from the body of each of these calls how it would change an auction's sale. The calls need a proof as the
 * settlement's own calls do, but only if they sell the lot or undo its sale: an ordinary pause or edit needs none.
 */
const askedOfSale: Readonly<Record<string, (body: SaleBody | null) => AskedOfSale>> = {
  "PATCH /api/auctions/admin/:id/status": (body) => ({ status: body?.status }),
  "PATCH /api/auctions/:id/cancel": () => ({ status: "cancelled" }),
  "PUT /api/auctions/:id": (body) => ofEdit(body),
  "PUT /api/auctions/admin/:id": (body) => ofEdit(body),
  "DELETE /api/auctions/:id": () => ({ isRemoval: true }),
};

const needs = (when: string): string =>
  `This call needs [a fresh proof](/docs/guide/rest-api.md#a-fresh-proof) (\`PROOF_REQUIRED\`)${when}.`;
const words: Readonly<Record<Needed, string>> = {
  always: needs(""),
  "with a factor": needs(" if the account has two-step verification"),
  factors: needs(", even where the site needs none for other calls"),
  "transfer or cash": needs(" if `method` is `transfer` or `cash`"),
};
const ofSale = needs(" if it sells the lot or undoes its sale");
/** For the API's document: a sentence for each call that may need a proof. */
export const proofWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(needsFreshProof).map(([call, needed]) => [call, words[needed]])),
  ...Object.fromEntries(Object.keys(askedOfSale).map((call) => [call, ofSale])),
  "GET /api/users/receipts/:id.pdf": needs(" for a receipt of somebody else"),
};

interface SaleBody {
  readonly status?: AuctionState["status"];
  readonly endTime?: string | null;
}
const ofEdit = (body: SaleBody | null): AskedOfSale => ({
  status: body?.status,
  endsAt: body?.endTime == null ? undefined : Date.parse(body.endTime),
});

interface ProofDeps {
  readonly findAuction: (id: string) => Promise<AuctionState | null>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Register after the access guard, so that a stranger is never told that a proof is missing. */
export const guardFreshProof = (
  app: FastifyInstance,
  caller: Pick<Caller, "signedIn" | "proved">,
  { findAuction, now }: ProofDeps,
): void => {
  const check = async (request: FastifyRequest, needed: Needed): Promise<void> => {
    if (needed === "with a factor" && !hasSecondFactor(await caller.signedIn(request))) return;
    if (needed === "transfer or cash" && !isBookedByStaff(request.body)) return;
    await caller.proved(request, { evenIfOff: needed === "factors" });
  };

  const checkSale = async (request: FastifyRequest, asked: AskedOfSale): Promise<void> => {
    const state = await findAuction((request.params as { id: string }).id);
    if (state && changesSale(state, asked, now())) await caller.proved(request);
  };

  app.addHook("onRoute", (route) => {
    for (const key of keysOf(route)) {
      const ofSale = Object.hasOwn(askedOfSale, key) ? askedOfSale[key] : undefined;
      if (ofSale) {
        // The body is checked before this stage.
        const hook = (request: FastifyRequest) => checkSale(request, ofSale(request.body as SaleBody | null));
        route.preHandler = [...[route.preHandler ?? []].flat(), hook];
      }
      const needed = Object.hasOwn(needsFreshProof, key) ? needsFreshProof[key] : undefined;
      if (!needed) continue;
      const hook = (request: FastifyRequest) => check(request, needed);
      // The body is read only after onRequest.
      const stage = needed === "transfer or cash" ? "preValidation" : "onRequest";
      route[stage] = [...[route[stage] ?? []].flat(), hook];
    }
  });
};

/** The body is not yet checked, so it may be anything. */
const isBookedByStaff = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  "method" in body &&
  (body.method === "transfer" || body.method === "cash");
