// Bidding without JavaScript: log in, confirm the amount in words, bid. These pages are a client of the API like any other:
// each step is one call of it, so the limits, the engine's command and its idempotency are the same. The session's token
// is in a cookie that no script can read and that the browser sends only from this site's own pages.
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { amountInWords } from "@jara/shared/amount-in-words";
import type { Auction } from "@jara/shared/auction";
import { formatMoney, isWireAmount } from "@jara/shared/money";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../platform/http/app.ts";
import { PLAIN_PAGE_POLICY } from "../../platform/http/browser-policy.ts";
import { lotPath, standing } from "./lot-facts.ts";
import { attribute } from "./page-template.ts";
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

export const servePlainBids = async (app: App, deps: PlainBidDeps): Promise<void> => {
  const isSecure = deps.publicUrl.startsWith("https:");
  const cookieName = isSecure ? "__Secure-jara-plain" : "jara-plain";
  const setCookie = (reply: FastifyReply, token: string, seconds: number) =>
    reply.header(
      "set-cookie",
      `${cookieName}=${token}; Path=/auction; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
    );
  const tokenOf = ({ headers }: FastifyRequest): string | null => {
    const found = (headers.cookie ?? "").split(/; */).find((pair) => pair.startsWith(`${cookieName}=`));
    return found?.slice(cookieName.length + 1) || null;
  };

  const send = (reply: FastifyReply, title: string, content: string): FastifyReply =>
    reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": PLAIN_PAGE_POLICY,
        // With "no-referrer" browsers send `Origin: null`, and nobody could tell this site's form from another's.
        "referrer-policy": "same-origin",
      })
      .type("text/html; charset=utf-8")
      .send(documentOf(`${title} · ${deps.brandName}`, plainPage(deps.brandName, content)));

  /** One call of the API for the person who sent this request, from the same address and device. */
  const call = async (request: FastifyRequest, options: CallOptions) => {
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

  const missing = (reply: FastifyReply) =>
    send(reply.code(404), "Auction not found", `<h1>Auction not found</h1><p><a href="/">All auctions</a></p>`);
  const forged = (reply: FastifyReply, id: string) =>
    send(
      reply.code(403),
      "Please try again",
      `<h1>Please try again</h1><p>This form did not come from this site's own page, or it is too old. Nothing was sent.</p><p><a href="${attribute(lotPath(id))}">Back to the lot</a></p>`,
    );
  const isOwnForm = ({ headers }: FastifyRequest): boolean => {
    const site = headers["sec-fetch-site"];
    if (site !== undefined) return site === "same-origin";
    return headers.origin === undefined || (headers.origin !== "null" && deps.isAllowed(headers.origin, headers.host));
  };

  const checkPage = (reply: FastifyReply, lot: Auction, token: string, typed: string, refusal?: string) => {
    const amount = amountOf(typed);
    const sentence = refusal ?? (amount === null ? notAnAmount(typed) : null);
    const content =
      sentence !== null || amount === null
        ? `${refused(sentence ?? "")}${amountForm(lot)}`
        : confirmForm(lot, amount, formTokenOf(token, lot._id));
    return send(reply, "Check your bid", `${lotHead(lot)}${content}${logOutForm(lot, formTokenOf(token, lot._id))}`);
  };

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true } };
    const fieldsOf = ({ body }: FastifyRequest) => (body ?? {}) as Readonly<Record<string, string | undefined>>;

    scope.get<Lot>("/auction/:id/bid", hidden, async (request, reply) => {
      const lot = await deps.lotOf(request.params.id);
      if (!lot) return missing(reply);
      const typed = String((request.query as Record<string, unknown>).amount ?? "");
      const token = tokenOf(request);
      if (!token) return send(reply, "Log in to bid", logInPage(lot, typed));
      const { status, body } = await call(request, { method: "GET", url: `/api/auctions/${lot._id}`, token });
      if (status === 401) {
        setCookie(reply, "", 0);
        return send(reply, "Log in to bid", logInPage(lot, typed, "Please log in again."));
      }
      return checkPage(reply, (body as { auction?: Auction }).auction ?? lot, token, typed);
    });

    scope.post<Lot>("/auction/:id/log-in", hidden, async (request, reply) => {
      const lot = await deps.lotOf(request.params.id);
      if (!lot) return missing(reply);
      if (!isOwnForm(request)) return forged(reply, lot._id);
      const { email = "", password = "", amount = "" } = fieldsOf(request);
      const { status, body } = await call(request, {
        ...{ method: "POST", url: "/api/auth/login", payload: { email, password } },
      });
      if (status !== 200) {
        const sentence =
          body.code === "SECOND_FACTOR_REQUIRED"
            ? "This account has two-step verification, and its second step needs JavaScript."
            : String(body.message ?? "Please try again.");
        return send(reply.code(status), "Log in to bid", logInPage(lot, amount, sentence));
      }
      setCookie(reply, String(body.token), COOKIE_SECONDS);
      return reply.redirect(`${lotPath(lot._id)}/bid?amount=${encodeURIComponent(amount)}`, 303);
    });

    scope.post<Lot>("/auction/:id/bid", hidden, async (request, reply) => {
      const lot = await deps.lotOf(request.params.id);
      if (!lot) return missing(reply);
      const fields = fieldsOf(request);
      const token = tokenOf(request);
      const back = `${lotPath(lot._id)}/bid?amount=${encodeURIComponent(fields.amount ?? "")}`;
      if (!token) return reply.redirect(back, 303);
      if (!isOwnForm(request) || !isFormToken(fields.form, token, lot._id)) return forged(reply, lot._id);
      const amount = amountOf(fields.amount ?? "");
      if (amount === null) return checkPage(reply.code(400), lot, token, fields.amount ?? "");
      const { status, body } = await call(request, {
        ...{ method: "POST", url: "/api/bids", token, commandId: fields.command ?? "" },
        payload: { auctionId: lot._id, amount, contentVersion: Number(fields.version) },
      });
      if (status === 401) {
        setCookie(reply, "", 0);
        return send(reply, "Log in to bid", logInPage(lot, fields.amount ?? "", "Please log in again."));
      }
      const now = (await deps.lotOf(lot._id)) ?? lot;
      if (status !== 201) {
        return checkPage(reply.code(status), now, token, fields.amount ?? "", String(body.message ?? "Try again."));
      }
      const mine = await call(request, { method: "GET", url: `/api/auctions/${lot._id}`, token });
      const { auction } = mine.body as { auction?: Auction };
      return send(reply, "Your bid is placed", placed(auction ?? now, amount));
    });

    scope.post<Lot>("/auction/:id/log-out", hidden, async (request, reply) => {
      const token = tokenOf(request);
      const { id } = request.params;
      if (token) {
        if (!isOwnForm(request) || !isFormToken(fieldsOf(request).form, token, id)) return forged(reply, id);
        await call(request, { method: "POST", url: "/api/auth/logout", token });
        setCookie(reply, "", 0);
      }
      return reply.redirect(lotPath(encodeURIComponent(id)), 303);
    });
  });
};

interface CallOptions {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly token?: string;
  readonly commandId?: string;
  readonly payload?: object;
}

/** Proves that a form was made for this session and lot. Nobody can compute it without the session's token. */
const formTokenOf = (token: string, auctionId: string): string =>
  createHash("sha256").update(`plain form ${auctionId} ${token}`).digest("hex");

const isFormToken = (given: string | undefined, token: string, auctionId: string): boolean => {
  const expected = Buffer.from(formTokenOf(token, auctionId));
  const found = Buffer.from(given ?? "");
  return found.length === expected.length && timingSafeEqual(found, expected);
};

/** "37500", "37,500" and "₦37,500.00" are amounts. "37.500" is not, because it can mean two amounts. */
export const amountOf = (typed: string): number | null => {
  const text = typed.trim().replace(/^[₦$]\s*/, "");
  if (!/^(\d{1,11}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text)) return null;
  const amount = Number(text.replaceAll(",", ""));
  return amount > 0 && isWireAmount(amount) ? amount : null;
};

const notAnAmount = (typed: string): string =>
  typed.trim() === ""
    ? "Please type an amount."
    : `“${typed.slice(0, 30)}” is not an amount. Write it like 37500 or 37,500.00.`;

const refused = (sentence: string): string => `<p class="refused" role="alert">${attribute(sentence)}</p>`;

const lotHead = (lot: Auction): string =>
  `<p><a href="${lotPath(lot._id)}">${attribute(lot.title)}</a></p><p>${attribute(standing(lot))}</p>`;

const amountForm = (lot: Auction): string => `<form method="get" action="${lotPath(lot._id)}/bid">
<label for="amount">Your bid, at least ${attribute(formatMoney(lot.minimumBid, lot.currency))}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${lot.minimumBid}">
<button>Check this bid</button>
</form>`;

const confirmForm = (lot: Auction, amount: number, form: string): string => `<h1>Check your bid</h1>
<p class="amount">${attribute(formatMoney(amount, lot.currency))}</p>
<p>${attribute(amountInWords(amount, lot.currency))}</p>
${lot.isLeading ? "<p><strong>You lead already. This bid would raise your own price.</strong></p>" : ""}
<p>A bid is binding: whoever leads at the end buys the lot.</p>
<form method="post" action="${lotPath(lot._id)}/bid">
<input type="hidden" name="amount" value="${amount}">
<input type="hidden" name="version" value="${lot.contentVersion}">
<input type="hidden" name="command" value="${randomUUID()}">
<input type="hidden" name="form" value="${form}">
<button>Place this bid</button>
</form>`;

const placed = (lot: Auction, amount: number): string => `${lotHead(lot)}<h1>Your bid is placed</h1>
<p class="amount">${attribute(formatMoney(amount, lot.currency))}</p>
<p>${lot.isLeading ? "You lead." : "Somebody else leads: their maximum is higher than your bid."}</p>
<p><a href="${lotPath(lot._id)}">Back to the lot</a></p>`;

const logInPage = (lot: Auction, typed: string, refusal?: string): string => `${lotHead(lot)}<h1>Log in to bid</h1>
${refusal === undefined ? "" : refused(refusal)}
<form method="post" action="${lotPath(lot._id)}/log-in">
<input type="hidden" name="amount" value="${attribute(typed)}">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Log in</button>
</form>
<p>You stay logged in here for an hour, or until you log out.</p>`;

const logOutForm = (lot: Auction, form: string): string =>
  `<form method="post" action="${lotPath(lot._id)}/log-out"><input type="hidden" name="form" value="${form}"><button>Log out</button></form>`;

const documentOf = (title: string, content: string): string => `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${attribute(title)}</title>
</head>
<body>
${content}
</body>
</html>
`;
