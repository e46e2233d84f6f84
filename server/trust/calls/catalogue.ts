// The catalogue of everything that a visitor or a bidder can ask of a server, with valid arguments: every route of the
// access table, every live command, and every kind of packet. It is made from the server's own documents, so that a new
// call is in it without anybody adding it. `pnpm trust floods` floods with each call, `pnpm bench calls` measures each.
import { legalVersions } from "@jara/shared/legal-versions";
import { packetKinds } from "../floods/packet-kinds.ts";

/** A call, a live command, or packets. In texts, `{n}` stands for a new number and `{uuid}` for a new id each time. */
export type Call = HttpCall | LiveCall | RawCall;
export interface HttpCall {
  readonly over: "http";
  readonly name: string;
  readonly token: string | null;
  readonly method: string;
  /** Asked one after the other. */
  readonly paths: readonly string[];
  readonly type: string;
  readonly body: string | null;
}
export interface LiveCall {
  readonly over: "socket.io" | "/ws";
  readonly name: string;
  readonly token: string | null;
  readonly command: string;
  readonly data: string;
  /** The client does not read the answers. */
  readonly isUnread?: true;
}
export interface RawCall {
  readonly over: "packets" | "connections";
  /** A kind of packets, or of connections. */
  readonly name: string;
}
/** The floods of connections that make no calls. */
export const connectionKinds = ["slow connections", "bodies without end", "WebSocket upgrades, on /ws"] as const;

/** The ids of a market, and what a call needs to know of the person who sends it. */
export interface Values extends Readonly<Record<string, string>> {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly lot: string;
}

interface Media {
  readonly example?: unknown;
}
interface Operation {
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
}
interface LiveMessage {
  readonly name: string;
  readonly payload: { readonly $ref?: string };
  readonly examples?: readonly { readonly payload: Readonly<Record<string, unknown>> }[];
}
export interface Documents {
  /** `METHOD /path` and who may call it. */
  readonly access: Readonly<Record<string, string>>;
  readonly openApi: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  readonly asyncApi: {
    readonly operations: Readonly<Record<string, { readonly action: string; readonly security?: unknown }>>;
    readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, LiveMessage>> }>>;
    readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> };
  };
  /** The addresses of the built client's files. */
  readonly assets: readonly string[];
}

/** The routes that are in no flood. */
export const exceptions: readonly (readonly [route: RegExp, reason: string])[] = [
  [/ \/(dev|sandbox)\//, "exists in development only"],
  [/ \/dev\/mail/, "exists in development only"],
  [/ \/api\/auth\/google/, "asks Google, and is not there without its client"],
  [/^POST \/api\/auth\/logout$/, "ends the session that repeats it"],
  [/^GET \/metrics$/, "is answered to private networks or with a token"],
  [/^GET \/ws$/, "is flooded by the live commands"],
  [/^POST \/api\/(users\/bidder-document|offers\/:id\/media(\/parts)?)$/, "takes a file, and the floods send texts"],
];
/** Staff are few, known, and count as trusted not to flood. */
const OUTSIDERS: readonly string[] = ["anyone", "signed in"];

/** The value of a path's parameter, by the part of the path before it. */
const byPlace: Readonly<Record<string, string>> = {
  auctions: "lot",
  auction: "lot",
  proof: "lot",
  watchlist: "lot",
  sales: "sale",
  receipts: "receipt",
  invoices: "invoice",
  maxbids: "maxBid",
  "saved-searches": "savedSearch",
  settlements: "settlement",
  offers: "offer",
  agreements: "agreement",
  "top-ups": "topUp",
  log: "log",
  legal: "legalPage",
  withdrawals: "withdrawal",
  media: "picture",
  sessions: "nobody",
  passkeys: "nobody",
  "push-subscriptions": "nobody",
  "bank-accounts": "nobody",
  "second-chances": "nobody",
  verdicts: "one",
};
const unsubscribe = `/api/mail/unsubscribe?user=00000000-0000-4000-8000-000000000000&signature=${"A".repeat(43)}`;
/** Whole addresses, for routes whose parameter takes one of a few words. */
const addresses = (
  { lot, log, tile }: Values,
  assets: readonly string[],
): Readonly<Record<string, readonly string[]>> => ({
  "GET /": ["/", "/?search=drum{n}"],
  "GET /*": [...assets, "/sales", "/unknown-{n}", "/unknown/{n}", "/api/unknown-{n}"],
  "GET /og/auction/:file": [`/og/auction/${lot}.jpg`],
  "GET /auction/:id/bid": [`/auction/${lot}/bid?amount=90000`],
  "GET /sitemap/:page": ["/sitemap/1.xml", "/sitemap/{n}.xml"],
  "GET /media/demo/*": ["/media/demo/talking-drum-1.webp", "/media/demo/unknown-{n}.webp"],
  "GET /docs/static/*": ["/docs/static/swagger-ui-bundle.js", "/docs/static/swagger-ui.css"],
  "GET /docs/guide/*": ["/docs/guide/socket-api.md", "/docs/guide/rest-api.md", "/docs/guide/rules/bidding.md"],
  "GET /log/:log/tile/*": [`/log/${log}/tile/0/${tile}`, `/log/${log}/tile/entries/${tile}`],
  "GET /log/verdicts/:date": ["/log/verdicts/2026-11-01"],
  "GET /api/mail/unsubscribe": [unsubscribe],
  "POST /api/mail/unsubscribe": [unsubscribe],
});
/** Bodies that differ from the document's example, so that the call can be repeated; a text is a form. */
const bodies = ({
  lot,
  contest = "",
  bankAccount = "",
  email,
  password,
}: Values): Readonly<Record<string, object | string>> => ({
  // The name that the sandbox's bank knows.
  "PUT /api/users/profile": { firstName: "Ada", lastName: "Okafor" },
  "POST /api/bids": { auctionId: lot, amount: 1 },
  "POST /api/maxbids": { auctionId: contest, maxAmount: "{n}", currency: "NGN" },
  "POST /api/auth/register": { username: "ada{n}", email: "ada{n}@example.ng", password: "correct horse" },
  "POST /api/auctions/:id/questions": { text: "Is the skin of drum {n} original?" },
  "POST /api/notifications/read": { all: true },
  "POST /api/settlements/:id/payments": { method: "online" },
  "POST /api/users/withdrawals": { amount: 100, bankAccountId: bankAccount, password },
  "POST /api/users/bank-accounts": { bankCode: "057", accountNumber: "0123456789", password },
  "POST /api/payments/paystack/webhook": { event: "charge.success", data: {} },
  "POST /auction/:id/bid": "amount=90000",
  "POST /auction/:id/log-in": `email=${encodeURIComponent(email)}&password=guess&amount=90000`,
  "POST /auction/:id/log-out": "",
  "POST /api/mail/unsubscribe": "List-Unsubscribe=One-Click",
  "POST /api/users/consents": { accepted: [{ document: "privacy", version: legalVersions.privacy }] },
});
/** The data of live commands, likewise. */
const liveData = ({ lot, contest = "", token }: Values): Readonly<Record<string, object>> => ({
  "bid:place": { auctionId: lot, amount: 1, commandId: "{uuid}" },
  "maxbid:set": { auctionId: contest, maxAmount: "{n}", currency: "NGN", commandId: "{uuid}" },
  authenticate: { token },
});

/** Examples name things that do not exist, so replace the names of fields by those of the market. */
const withMarket = (example: unknown, values: Values): string => {
  const known: Readonly<Record<string, unknown>> = {
    auctionId: values.lot,
    auctionIds: [values.lot],
    saleId: values.sale,
    maxBidId: values.maxBid,
    email: values.email,
    commandId: "{uuid}",
    sinceVersion: Number(values.since),
    contentVersion: 1,
  };
  return JSON.stringify(example, (key, value) => known[key] ?? value).replaceAll('"{n}"', "{n}");
};

/** `missing`: what is in no flood, and why. */
export const catalogueOf = (documents: Documents, values: Values): { calls: Call[]; missing: string[] } => {
  const missing: string[] = [];
  const routes = Object.keys(documents.access).filter(
    (route) =>
      OUTSIDERS.includes(documents.access[route] ?? "") && !exceptions.some(([excepted]) => excepted.test(route)),
  );
  // The API's reads come first, so that no write has removed what they ask for.
  const isRead = (route: string): number => Number(route.startsWith("GET /api/"));
  routes.sort((one, other) => isRead(other) - isRead(one));
  const http = routes.flatMap((route) => {
    const call = httpCallsOf(route, documents, values);
    if (typeof call !== "string") return call;
    missing.push(`${route}: ${call}`);
    return [];
  });
  const raw = Object.keys(packetKinds).map((name): RawCall => ({ over: "packets", name }));
  const connections = connectionKinds.map((name): RawCall => ({ over: "connections", name }));
  return { calls: [...http, ...polling, ...liveCallsOf(documents, values), ...raw, ...connections], missing };
};

/** The requests that Socket.IO's own path answers without a session. */
const polling = (
  [
    ["a new session", "GET", ""],
    ["an unknown session", "GET", "&sid=unknown-{n}"],
    ["a preflight", "OPTIONS", ""],
  ] as const
).map(
  ([what, method, query]): HttpCall => ({
    over: "http",
    name: `HTTP polling, ${what}`,
    method,
    token: null,
    type: "",
    body: null,
    paths: [`/socket.io/?EIO=4&transport=polling${query}`],
  }),
);

/** A text says why there is none. */
const httpCallsOf = (route: string, documents: Documents, values: Values): HttpCall[] | string => {
  const [method = "", path = ""] = route.split(" ");
  const operation = documents.openApi.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  const given = addresses(values, documents.assets)[route] ?? filled(path, values);
  if (typeof given === "string") return given;
  const query = (operation?.parameters ?? []).filter((one) => one.in === "query");
  const queryValues: Readonly<Record<string, string>> = {
    limit: "100",
    search: "drum",
    ids: values.hundred ?? values.lot,
  };
  const unknown = query.find(({ name = "", required }) => required && !(name in queryValues));
  if (unknown) return `the query's ${unknown.name} has no value in the catalogue`;
  const ask = (names: typeof query): string =>
    names.length > 0 ? `?${names.map(({ name = "" }) => `${name}=${queryValues[name]}`).join("&")}` : "";
  const body = bodies(values)[route] ?? exampleOf(operation);
  if (body === undefined && (operation ? operation.requestBody?.required : method !== "GET" && method !== "DELETE"))
    return "its body has no example in the document, and none in the catalogue";
  const call = {
    over: "http",
    token: documents.access[route] === "anyone" ? null : values.token,
    method,
    type: typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json",
    body: typeof body === "string" ? body : body === undefined ? null : withMarket(body, values),
  } as const;
  const required = query.filter((one) => one.required);
  const bare = { ...call, name: route, paths: given.map((one) => one + ask(required)) };
  const long = query.filter(({ name = "" }) => name in queryValues);
  if (method !== "GET" || long.length <= required.length) return [bare];
  return [bare, { ...call, name: `${route}${ask(long)}`, paths: given.map((one) => one + ask(long)) }];
};

const exampleOf = (operation: Operation | undefined): object | undefined =>
  Object.values(operation?.requestBody?.content ?? {})[0]?.example as object | undefined;

/** The path with the market's ids; a text says what is not known. */
const filled = (path: string, values: Values): [string] | string => {
  const parts = path.split("/");
  let unknown = "";
  const whole = parts.map((part, i) => {
    const value = values[byPlace[parts[i - 1] ?? ""] ?? ""];
    if (/^[:*]/.test(part) && value === undefined) unknown = part;
    return part.replace(/^:\w+/, value ?? "");
  });
  return unknown ? `the path's ${unknown} has no value in the catalogue` : [whole.join("/")];
};

const liveCallsOf = ({ asyncApi }: Documents, values: Values): LiveCall[] =>
  (["socketIo", "webSocket"] as const).flatMap((channel) =>
    Object.entries(asyncApi.operations).flatMap(([key, { action, security }]): LiveCall[] => {
      const message = asyncApi.channels[channel]?.messages[key.slice(channel.length + 1)];
      if (action !== "receive" || !key.startsWith(`${channel}.`) || !message) return [];
      const { name: command, examples = [] } = message;
      const payload = examples[0]?.payload ?? {};
      const example = (channel === "webSocket" ? payload.data : payload) as Readonly<Record<string, unknown>>;
      const over = channel === "webSocket" ? "/ws" : "socket.io";
      const call = (title: string, data: object): LiveCall => ({
        over,
        command,
        data: withMarket(data, values),
        name: `${over} ${command}${title}`,
        token: security === undefined ? null : values.token,
      });
      const whole = call("", liveData(values)[command] ?? example);
      // The plain transport's message wraps the command's schema, so take it from the other channel.
      const reference = asyncApi.channels.socketIo?.messages[key.slice(channel.length + 1)]?.payload.$ref ?? "";
      const required = asyncApi.components.schemas[reference.split("/").at(-1) ?? ""]?.required ?? [];
      const least = Object.fromEntries(Object.entries(example).filter(([name]) => required.includes(name)));
      const hasMore = reference !== "" && Object.keys(least).length < Object.keys(example).length;
      if (!hasMore) return [whole];
      const unread = whole.token === null ? [{ ...whole, name: `${whole.name}, unread`, isUnread: true } as const] : [];
      return [whole, call(", required fields", least), ...unread];
    }),
  );

/** The path or body of the n-th call. */
export const rendered = (text: string, n: number): string =>
  text.replaceAll("{n}", String(n)).replaceAll("{uuid}", () => crypto.randomUUID());
