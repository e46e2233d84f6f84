// The REST calls that a run needs. Redirects are not followed, because they could lead to a host that nobody allowed.
import { type Auction, auctionSchema } from "@jara/shared/auction";
import { siteAnswer } from "@jara/shared/rest/site";
import * as z from "zod/mini";
import type { Rules } from "./history/recorder.ts";
import { Mistake } from "./mistake.ts";

const ANSWERS_WITHIN_MS = 15_000;
/** A server that is busy or shutting down is asked again. */
const TRIES = 5;
const PAUSE_MS = 300;

export interface Rest {
  /** Null if the auction does not exist. */
  auction(id: string, token?: string): Promise<Auction | null>;
  /** Whether the token's owner is the auction's winner. */
  hasWon(id: string, token: string): Promise<boolean>;
  create(token: string, auction: NewAuction): Promise<Auction>;
  /** The rules that the site's settings decide. */
  rules(): Promise<Rules>;
}

export interface NewAuction {
  readonly title: string;
  readonly startingPrice: number;
  readonly bidIncrement: number;
  /** ISO 8601. */
  readonly endTime: string;
}

/** No more than what is read, so that a server of another version is understood too. */
const rulesOfSite = z.pick(siteAnswer, { staffMayBid: true, balanceRule: true });

export const restOf = (url: string): Rest => {
  const call = async (method: string, path: string, token?: string, body?: object, triesLeft = TRIES) => {
    const again = async (): Promise<{ status: number; body: unknown }> => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (TRIES - triesLeft + 1)));
      return await call(method, path, token, body, triesLeft - 1);
    };
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error & { cause?: { code?: string } }) => error);
    if (response instanceof Error) {
      const why = response.cause?.code ?? response.message;
      if (triesLeft > 1 && why !== "ECONNREFUSED") return again();
      throw new Mistake(`${url} does not answer (${why}). Is the server running there?`);
    }
    const text = await response.text();
    if ((response.status === 503 || response.status === 429) && triesLeft > 1) return again();
    if (response.ok || response.status === 404) return { status: response.status, body: jsonOf(text) };
    throw new Mistake(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 200)}`);
  };
  const shown = (body: unknown, path: string): Auction => {
    const parsed = auctionSchema.safeParse((body as { auction?: unknown } | null)?.auction);
    if (parsed.success) return parsed.data;
    throw new Mistake(`${url}${path} answers something else than an auction: is it a Jara server?`);
  };
  return {
    async auction(id, token) {
      const path = `/api/auctions/${encodeURIComponent(id)}`;
      const { status, body } = await call("GET", path, token);
      if (status !== 404) return shown(body, path);
      if ((body as { code?: string } | null)?.code === "NOT_FOUND") return null;
      throw new Mistake(`${url}${path} is not there: is it a Jara server?`);
    },
    async hasWon(id, token) {
      const { body } = await call("GET", `/api/auctions/${encodeURIComponent(id)}/win`, token);
      return (body as { win?: unknown } | null)?.win != null;
    },
    async create(token, auction) {
      const lot = {
        ...auction,
        description: "Made by the load tester and bid on by its bidders alone. Not for sale.",
        categories: ["general"],
      };
      const { body } = await call("POST", "/api/auctions", token, lot);
      return shown(body, "/api/auctions");
    },
    async rules() {
      const { body } = await call("GET", "/api/site");
      const site = rulesOfSite.safeParse(body);
      if (!site.success) throw new Mistake(`${url}/api/site does not name its rules: is it a Jara server?`);
      return { staffMayBid: site.data.staffMayBid, reservesMoney: site.data.balanceRule === "hold" };
    },
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
