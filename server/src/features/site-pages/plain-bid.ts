// Bidding without JavaScript: log in, confirm the amount in words, bid. These pages are a client of the API like any other:
// each step is one call of it, so the limits, the engine's command and its idempotency are the same. The session's token
// is in a cookie that no script can read and that the browser sends only from this site's own pages.
import { createHash, timingSafeEqual } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../platform/http/app.ts";
import { PLAIN_PAGE_POLICY } from "../../platform/http/browser-policy.ts";
import { lotPath } from "./lot-facts.ts";
import { amountOf, checkPage, documentOf, forgedPage, logInPage, missingPage, placed } from "./plain-bid-pages.ts";
import { plainPage } from "./plain-lot.ts";

/** The cookie is for one visit. The session behind it ends like every other. */
const COOKIE_SECONDS = 3600;
const FORM_BYTES = 4096;

interface PlainBidDeps {
  readonly brandName: string;
  readonly publicUrl: string;
  /** True if a page of this origin may use the API. */
  readonly isAllowed: (origin: string | undefined, host: string | undefined) => boolean;
  readonly lotOf: (id: string) => Promise<Auction | null>;
}

interface Lot {
  Params: { id: string };
}

interface Parts {
  readonly deps: PlainBidDeps;
  readonly cookie: ReturnType<typeof createVisitCookie>;
  readonly pages: ReturnType<typeof createPages>;
}

export const servePlainBids = async (app: App, deps: PlainBidDeps): Promise<void> => {
  const parts = { deps, cookie: createVisitCookie(deps.publicUrl), pages: createPages(deps.brandName) };
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    serveCheck(scope, parts);
    serveLogIn(scope, parts);
    servePlacing(scope, parts);
    serveLogOut(scope, parts);
  });
};

/** Keeps the session's token where no script can read it. */
const createVisitCookie = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Secure-jara-plain" : "jara-plain";
  const setFor = (reply: FastifyReply, token: string, seconds: number) =>
    reply.header(
      "set-cookie",
      `${name}=${token}; Path=/auction; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
    );
  return {
    set: (reply: FastifyReply, token: string) => setFor(reply, token, COOKIE_SECONDS),
    clear: (reply: FastifyReply) => setFor(reply, "", 0),
    tokenOf: ({ headers }: FastifyRequest): string | null => {
      const found = (headers.cookie ?? "").split(/; */).find((pair) => pair.startsWith(`${name}=`));
      return found?.slice(name.length + 1) || null;
    },
  };
};

/** Sends the pages. */
const createPages = (brandName: string) => {
  const send = (reply: FastifyReply, title: string, content: string): FastifyReply =>
    reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": PLAIN_PAGE_POLICY,
        // With "no-referrer" browsers send `Origin: null`, and nobody could tell this site's form from another's.
        "referrer-policy": "same-origin",
      })
      .type("text/html; charset=utf-8")
      .send(documentOf(`${title} · ${brandName}`, plainPage(brandName, content)));
  return {
    missing: (reply: FastifyReply) => send(reply.code(404), "Auction not found", missingPage),
    forged: (reply: FastifyReply, id: string) => send(reply.code(403), "Please try again", forgedPage(id)),
    logIn: (reply: FastifyReply, lot: Auction, typed: string, refusal?: string) =>
      send(reply, "Log in to bid", logInPage(lot, typed, refusal)),
    check: (reply: FastifyReply, lot: Auction, token: string, typed: string, refusal?: string) =>
      send(reply, "Check your bid", checkPage(lot, typed, formTokenOf(token, lot._id), refusal)),
    placed: (reply: FastifyReply, lot: Auction, amount: number) =>
      send(reply, "Your bid is placed", placed(lot, amount)),
  };
};

interface CallOptions {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly token?: string;
  readonly commandId?: string;
  readonly payload?: object;
}

/** One call of the API for the person who sent this request, from the same address and device. */
const call = async (app: App, request: FastifyRequest, options: CallOptions) => {
  const { token, payload, commandId } = options;
  const { "user-agent": device, "x-forwarded-for": forwarded } = request.headers;
  const answer = await app.inject({
    method: options.method,
    url: options.url,
    remoteAddress: request.raw.socket.remoteAddress ?? "",
    headers: {
      ...(device && { "user-agent": device }),
      ...(forwarded && { "x-forwarded-for": String(forwarded) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(commandId && { [IDEMPOTENCY_HEADER]: commandId }),
    },
    ...(payload && { payload }),
  });
  const body = answer.body === "" ? {} : (answer.json() as Record<string, unknown>);
  return { status: answer.statusCode, body };
};

/** False if another site may have made the form. */
const isOwnForm = ({ isAllowed }: PlainBidDeps, { headers }: FastifyRequest): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === undefined || (headers.origin !== "null" && isAllowed(headers.origin, headers.host));
};

/** Proves that a form was made for this session and lot. Nobody can compute it without the session's token. */
const formTokenOf = (token: string, auctionId: string): string =>
  createHash("sha256").update(`plain form ${auctionId} ${token}`).digest("hex");

const isFormToken = (given: string | undefined, token: string, auctionId: string): boolean => {
  const expected = Buffer.from(formTokenOf(token, auctionId));
  const found = Buffer.from(given ?? "");
  return found.length === expected.length && timingSafeEqual(found, expected);
};

const hidden = { schema: { hide: true } };
const fieldsOf = ({ body }: FastifyRequest) => (body ?? {}) as Readonly<Record<string, string | undefined>>;

const serveCheck = (app: App, { deps, cookie, pages }: Parts): void => {
  app.get<Lot>("/auction/:id/bid", hidden, async (request, reply) => {
    const lot = await deps.lotOf(request.params.id);
    if (!lot) return pages.missing(reply);
    const typed = String((request.query as Record<string, unknown>).amount ?? "");
    const token = cookie.tokenOf(request);
    if (!token) return pages.logIn(reply, lot, typed);
    const { status, body } = await call(app, request, { method: "GET", url: `/api/auctions/${lot._id}`, token });
    if (status === 401) {
      cookie.clear(reply);
      return pages.logIn(reply, lot, typed, "Please log in again.");
    }
    return pages.check(reply, (body as { auction?: Auction }).auction ?? lot, token, typed);
  });
};

const serveLogIn = (app: App, { deps, cookie, pages }: Parts): void => {
  app.post<Lot>("/auction/:id/log-in", hidden, async (request, reply) => {
    const lot = await deps.lotOf(request.params.id);
    if (!lot) return pages.missing(reply);
    if (!isOwnForm(deps, request)) return pages.forged(reply, lot._id);
    const { email = "", password = "", amount = "" } = fieldsOf(request);
    const { status, body } = await call(app, request, {
      method: "POST",
      url: "/api/auth/login",
      payload: { email, password },
    });
    if (status !== 200) {
      const sentence =
        body.code === "SECOND_FACTOR_REQUIRED"
          ? "This account has two-step verification, and its second step needs JavaScript."
          : String(body.message ?? "Please try again.");
      return pages.logIn(reply.code(status), lot, amount, sentence);
    }
    cookie.set(reply, String(body.token));
    return reply.redirect(`${lotPath(lot._id)}/bid?amount=${encodeURIComponent(amount)}`, 303);
  });
};

const servePlacing = (app: App, { deps, cookie, pages }: Parts): void => {
  app.post<Lot>("/auction/:id/bid", hidden, async (request, reply) => {
    const lot = await deps.lotOf(request.params.id);
    if (!lot) return pages.missing(reply);
    const fields = fieldsOf(request);
    const token = cookie.tokenOf(request);
    const back = `${lotPath(lot._id)}/bid?amount=${encodeURIComponent(fields.amount ?? "")}`;
    if (!token) return reply.redirect(back, 303);
    if (!isOwnForm(deps, request) || !isFormToken(fields.form, token, lot._id)) return pages.forged(reply, lot._id);
    const amount = amountOf(fields.amount ?? "");
    if (amount === null) return pages.check(reply.code(400), lot, token, fields.amount ?? "");
    const { status, body } = await call(app, request, {
      method: "POST",
      url: "/api/bids",
      token,
      commandId: fields.command ?? "",
      payload: { auctionId: lot._id, amount, contentVersion: Number(fields.version) },
    });
    if (status === 401) {
      cookie.clear(reply);
      return pages.logIn(reply, lot, fields.amount ?? "", "Please log in again.");
    }
    const now = (await deps.lotOf(lot._id)) ?? lot;
    if (status !== 201) {
      return pages.check(reply.code(status), now, token, fields.amount ?? "", String(body.message ?? "Try again."));
    }
    const mine = await call(app, request, { method: "GET", url: `/api/auctions/${lot._id}`, token });
    const { auction } = mine.body as { auction?: Auction };
    return pages.placed(reply, auction ?? now, amount);
  });
};

const serveLogOut = (app: App, { deps, cookie, pages }: Parts): void => {
  app.post<Lot>("/auction/:id/log-out", hidden, async (request, reply) => {
    const token = cookie.tokenOf(request);
    const { id } = request.params;
    if (token) {
      if (!isOwnForm(deps, request) || !isFormToken(fieldsOf(request).form, token, id)) return pages.forged(reply, id);
      await call(app, request, { method: "POST", url: "/api/auth/logout", token });
      cookie.clear(reply);
    }
    return reply.redirect(lotPath(encodeURIComponent(id)), 303);
  });
};
