// Makes a lot of a seller as staff and the seller do it: an offer that staff enter, terms that they propose, the draft lot,
// and the seller's acceptance.
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import type { Person } from "./e2e-people.ts";
import type { TestServer } from "./e2e-server.ts";

const noReserve = {
  startingPrice: 1_000,
  reservePrice: null as number | null,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 0,
  charges: [],
};

type Server = Pick<TestServer, "api">;

const ask = async (server: Server, who: Person, method: string, path: string, body?: object) => {
  const answer = await server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** Makes a draft whose seller has not accepted the terms. */
export const draftOfSeller = async (
  server: Server,
  admin: Person,
  seller: Person,
  terms: Partial<typeof noReserve> = {},
): Promise<{ readonly offerId: string; readonly agreementId: string; readonly lotId: string }> => {
  const entered = { seller: seller.username, title: "Sewing machine" };
  const { offer } = await ask(server, admin, "POST", "/admin/offers", entered);
  const accepted = await ask(server, admin, "POST", `/admin/offers/${offer._id}/accept`, { ...noReserve, ...terms });
  const { auction } = await ask(server, admin, "POST", `/admin/offers/${offer._id}/lot`);
  return { offerId: offer._id, agreementId: accepted.agreement._id, lotId: auction._id };
};

/** Makes a draft that may be published. Returns its id. */
export const agreedLotOfSeller = async (...given: Parameters<typeof draftOfSeller>): Promise<string> => {
  const [server, , seller] = given;
  const { agreementId, lotId } = await draftOfSeller(...given);
  const acceptance = { name: "Carol Eze", termsVersion: SELLER_TERMS_VERSION };
  await ask(server, seller, "POST", `/agreements/${agreementId}/accept`, acceptance);
  return lotId;
};

/** Open. Returns its id. */
export const openLotOfSeller = async (...given: Parameters<typeof draftOfSeller>): Promise<string> => {
  const [server, admin] = given;
  const lotId = await agreedLotOfSeller(...given);
  await ask(server, admin, "PATCH", `/auctions/admin/${lotId}/status`, { status: "active" });
  return lotId;
};
