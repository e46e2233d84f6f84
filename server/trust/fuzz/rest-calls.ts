// Sends REST calls that must be refused: known routes with damaged bodies, queries and headers, and unknown paths.
// Written by hand, because HTTP clients repair or refuse much of it. It is long because it has the list of the calls, with
// the fields of each write.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { httpStatusByCode } from "@jara/shared/errors";
import type { Random } from "../round/random.ts";
import type { Fuzzed, FuzzTarget } from "./target.ts";
import { badJson, badWord, scrambled, spoiled } from "./texts.ts";

const ANSWERED_WITHIN_MS = 20_000;

interface Write {
  readonly method: string;
  readonly path: string;
  readonly as: "poor" | "admin" | "visitor";
  readonly fields: Readonly<Record<string, string>>;
}

const nobody = "00000000-0000-4000-8000-000000000000";
const email = '"fuzz@people.test"';
const writes: readonly Write[] = [
  { method: "POST", path: "/api/bids", as: "poor", fields: { auctionId: '"AUCTION"', amount: "1100" } },
  {
    method: "POST",
    path: "/api/maxbids",
    as: "poor",
    fields: { auctionId: '"AUCTION"', maxAmount: "5000", currency: '"NGN"' },
  },
  { method: "DELETE", path: `/api/maxbids/${nobody}`, as: "poor", fields: {} },
  { method: "POST", path: "/api/auctions/AUCTION/buy-it-now", as: "poor", fields: {} },
  { method: "PUT", path: "/api/users/profile", as: "poor", fields: { firstName: '"Ada"', phone: '"+2348012345678"' } },
  { method: "POST", path: "/api/payments/top-ups", as: "poor", fields: { amount: "5000" } },
  {
    method: "POST",
    path: `/api/settlements/${nobody}/payments`,
    as: "poor",
    fields: { method: '"balance"', amount: "5000", reference: '"x"' },
  },
  { method: "POST", path: `/api/second-chances/${nobody}/accept`, as: "poor", fields: {} },
  { method: "POST", path: "/api/auctions", as: "poor", fields: { title: '"x"' } },
  { method: "PUT", path: "/api/users/admin/role/AUCTION", as: "poor", fields: { role: '"admin"' } },
  {
    method: "POST",
    path: "/api/auth/register",
    as: "visitor",
    fields: { username: '"fuzzed"', email, password: '"long enough"' },
  },
  { method: "POST", path: "/api/auth/login", as: "visitor", fields: { email, password: '"long enough"' } },
  { method: "POST", path: "/api/auth/login-code", as: "visitor", fields: { email, password: '"long enough"' } },
  { method: "POST", path: "/api/auth/verify-email", as: "visitor", fields: { email, token: '"x"' } },
  { method: "POST", path: "/api/auth/resend-verification", as: "visitor", fields: { email } },
  { method: "POST", path: "/api/auth/forgot-password", as: "visitor", fields: { email } },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    as: "visitor",
    fields: { token: '"x"', email, password: '"long enough"' },
  },
  { method: "POST", path: "/api/auth/confirm-email-change", as: "visitor", fields: { token: '"x"' } },
  { method: "POST", path: "/api/auth/undo-email-change", as: "visitor", fields: { token: '"x"' } },
  {
    method: "POST",
    path: "/api/auth/change-password",
    as: "poor",
    fields: { currentPassword: '"x"', newPassword: '"long enough"' },
  },
  { method: "POST", path: "/api/auth/change-email", as: "poor", fields: { newEmail: email, password: '"x"' } },
  { method: "DELETE", path: `/api/auth/sessions/${nobody}`, as: "poor", fields: {} },
  { method: "POST", path: "/api/auth/google", as: "visitor", fields: { googleToken: '"x"' } },
  {
    method: "POST",
    path: "/api/payments/paystack/webhook",
    as: "visitor",
    fields: { event: '"charge.success"', data: "{}" },
  },
  { method: "POST", path: "/api/currency/convert", as: "visitor", fields: { amount: "5", from: '"NGN"', to: '"USD"' } },
  {
    method: "POST",
    path: "/api/auctions",
    as: "admin",
    fields: { title: '"Drum"', description: '"A drum"', startingPrice: "1000" },
  },
  {
    method: "PUT",
    path: "/api/auctions/AUCTION",
    as: "admin",
    fields: { title: '"Drum"', media: "[]", categories: "[]" },
  },
  { method: "PATCH", path: "/api/auctions/admin/AUCTION/status", as: "admin", fields: { status: '"paused"' } },
  { method: "PUT", path: `/api/users/admin/role/${nobody}`, as: "admin", fields: { role: '"admin"' } },
  { method: "PUT", path: "/api/users/admin/balance/POOR", as: "admin", fields: { balance: "5", action: '"add"' } },
  {
    method: "POST",
    path: `/api/settlements/${nobody}/payments`,
    as: "admin",
    fields: { method: '"transfer"', amount: "5000", reference: '"x"', note: '"x"' },
  },
  {
    method: "POST",
    path: `/api/settlements/${nobody}/extend`,
    as: "admin",
    fields: { dueAt: '"2030-01-01T00:00:00.000Z"', reason: '"x"' },
  },
  { method: "POST", path: `/api/settlements/${nobody}/handed-over`, as: "admin", fields: { code: '"123456"' } },
  { method: "POST", path: "/api/upload/single", as: "admin", fields: { file: '"x"' } },
];

const reads = [
  "/api/auctions",
  "/api/auctions/AUCTION",
  "/api/bids/auction/AUCTION",
  "/api/bids/user/my-bids",
  "/api/maxbids/user/active",
  "/api/users/purchases",
  "/api/users/second-chances",
  "/api/auctions/AUCTION/win",
  "/api/users/admin/search",
  "/api/users/admin/refused-usernames",
  "/api/auctions/admin/all",
  "/api/settlements",
  "/api/auth/users",
  "/api/users/admin/POOR/ledger",
  "/api/auctions/user/my-auctions",
  "/api/payments/top-ups/x",
  "/api/mail/unsubscribe",
  "/media/x",
  "/api/currency/rates",
  "/api/auctions/admin/AUCTION/history",
  "/api/auth/google/callback",
  "/docs/static/x",
  "/health/ready",
  "/dev/mail/x",
];
const queryNames = [
  "page",
  "limit",
  "search",
  "q",
  "minPrice",
  "sortBy",
  "sortOrder",
  "role",
  "status",
  "user",
  "signature",
  "code",
  "state",
  "__proto__",
  "constructor",
  "a[b]",
  "page[]",
  "",
];

const percent = (random: Random, word: string): string =>
  random.oneIn(5)
    ? random.pick(["%", "%zz", "%00", "%c0%ae", "%u0041", "%E0%A4%A", "%ff%fe"])
    : encodeURIComponent(Buffer.from(word).toString());

const query = (random: Random): string =>
  Array.from({ length: random.pick([1, 1, 2, 5, 400]) }, () => {
    const name = random.pick(queryNames);
    return `${name}=${percent(random, random.oneIn(2) ? badWord(random) : badJson(random, 0))}`;
  })
    .join("&")
    .slice(0, 14_000);

const path = (random: Random): string => {
  if (random.oneIn(3))
    return `/api/${Array.from({ length: random.between(1, 5) }, () => percent(random, badWord(random))).join("/")}`;
  const known = random.pick(reads);
  return random.oneIn(2)
    ? known
    : known.replace(/AUCTION|POOR|x$/, () => percent(random, badWord(random)).slice(0, 3_000));
};

const headersOf = (random: Random): Record<string, string> => {
  const printable = (): string => badWord(random).replace(/[^\x21-\x7e]/g, "?") || "x";
  const headers: Record<string, string> = {};
  if (random.oneIn(6)) headers["idempotency-key"] = printable();
  if (random.oneIn(12))
    headers["content-type"] = random.pick([
      "text/plain",
      "application/xml",
      printable(),
      "application/json; charset=utf-7",
    ]);
  if (random.oneIn(20)) headers["content-encoding"] = random.pick(["gzip", "br", "x"]);
  if (random.oneIn(20)) headers["accept-encoding"] = printable();
  if (random.oneIn(15)) headers["x-forwarded-for"] = printable();
  if (random.oneIn(15)) headers.range = random.pick(["bytes=0-0,1-1,2-2", "bytes=-99999999999999999999", printable()]);
  if (random.oneIn(15)) headers["if-none-match"] = printable();
  return headers;
};

/** Sends one call. Every answer must be a declared refusal, or a valid answer to a read. */
export const fuzzCall = async (random: Random, target: FuzzTarget): Promise<Fuzzed> => {
  const isWrite = random.whole(10) < 7;
  const write = random.pick(writes);
  const as = isWrite ? write.as : random.pick(["poor", "admin", "visitor"] as const);
  const fill = (text: string): string =>
    text.replaceAll("AUCTION", target.auctionId).replaceAll("POOR", target.poor.id);
  const method = isWrite ? write.method : random.pick(["GET", "GET", "GET", "HEAD"]);
  const asked = fill(isWrite ? write.path : path(random)) + (random.oneIn(isWrite ? 8 : 2) ? `?${query(random)}` : "");
  const token = { poor: target.poor.token, admin: target.admin.token, visitor: null }[as];
  const text = isWrite ? fill(spoiled(random, write.fields)) : undefined;
  // Bytes that are not UTF-8, only where they cannot have any effect.
  const body =
    text !== undefined && as === "poor" && random.oneIn(5) && !asked.includes("top-ups") && !asked.includes("profile")
      ? scrambled(random, text)
      : text;
  const headers = {
    "content-type": "application/json",
    ...(token !== null && {
      authorization: random.oneIn(15) ? `Bearer ${badWord(random).replace(/[^\x21-\x7e]/g, "")}` : `Bearer ${token}`,
    }),
    ...headersOf(random),
  };
  const what = `${method} ${asked.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)} ${String(body).slice(0, 300)}`;
  try {
    const { status, type, answer } = await send(target.address, { method, path: asked, headers, body });
    const finding = wrongWith({ status, type, answer, isWrite, method });
    return { outcome: `HTTP ${status}`, finding: finding && `${finding}: ${what}` };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // HTTP client libraries do not write these characters.
    if (code === "ERR_INVALID_CHAR" || code === "ERR_UNESCAPED_CHARACTERS")
      return { outcome: "not sent", finding: null };
    // The server refused it before it had read everything.
    if (code === "EPIPE" || code === "ECONNRESET") return { outcome: "closed", finding: null };
    return { outcome: "no answer", finding: `no answer (${code ?? message}): ${what}` };
  }
};

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly answer: string;
}

const wrongWith = ({
  status,
  type,
  answer,
  isWrite,
  method,
}: Answered & { isWrite: boolean; method: string }): string | null => {
  if (status >= 500) return `answered ${status} ${answer.slice(0, 200)}`;
  if (status < 400) {
    // Every write is damaged, so a write that the server accepts is a finding.
    return isWrite ? `was taken (${status} ${answer.slice(0, 100)})` : null;
  }
  if (method === "HEAD") return null;
  if (!/json/.test(type))
    return /html/.test(type) && !isWrite ? null : `refused without a code (${status} ${type} ${answer.slice(0, 80)})`;
  const { code, message } = parsed(answer);
  const isKnown = typeof code === "string" && Object.hasOwn(httpStatusByCode, code);
  if (!isKnown || typeof message !== "string" || code === "INTERNAL")
    return `refused as no contract says (${status} ${answer.slice(0, 200)})`;
  const declared = httpStatusByCode[code as keyof typeof httpStatusByCode];
  return declared === status || status === 416 ? null : `${code} came with ${status}`;
};

const parsed = (text: string): { code?: unknown; message?: unknown } => {
  try {
    return JSON.parse(text) as { code?: unknown; message?: unknown };
  } catch {
    return {};
  }
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

const send = (
  address: string,
  call: { method: string; path: string; headers: Record<string, string>; body: string | Buffer | undefined },
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const { body, ...rest } = call;
    const request = http.request({
      hostname,
      port,
      agent,
      timeout: ANSWERED_WITHIN_MS,
      ...rest,
      headers: { ...rest.headers, "x-fuzz": randomUUID() },
    });
    request.on("timeout", () => request.destroy(Object.assign(new Error("too late"), { code: "ETIMEDOUT" })));
    request.on("error", reject);
    request.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          answer: Buffer.concat(parts).toString("utf8"),
        }),
      );
    });
    if (body !== undefined) request.setHeader("content-length", Buffer.byteLength(body));
    request.end(body);
  });
