// Lists REST requests that must be refused, and bodies that no schema takes; `bad-input.e2e.test.ts` sends them. It is
// long because it has wrong values for each call.
import { lot } from "./e2e-people.ts";

/** JSON texts where an amount belongs. The last ones are not JSON at all. */
export const badAmounts = [
  '"1100"',
  '"NaN"',
  '""',
  "null",
  "true",
  "[]",
  "[1100]",
  "{}",
  '{"valueOf":1100}',
  "-1",
  "-1100",
  "0",
  "-0",
  "1100.001",
  "1100.0000001",
  "0.001",
  "1e-7",
  "1e400",
  "-1e400",
  "1e11",
  "10000000000.01",
  "9007199254740993",
  "1e21",
];
export const notJsonAmounts = ["NaN", "Infinity", "-Infinity", "0x44c", "01100", "1_100", ".5", "1100n", "undefined"];

/** JSON texts where an id belongs. */
export const badIds = ["null", "5", '""', "[]", '["x"]', "{}", "true", `"${"x".repeat(65)}"`];

export const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

interface BadRequest {
  readonly what: string;
  readonly method?: string;
  readonly path: string;
  /** Sent as it is; `AUCTION` stands for a real auction's id. */
  readonly raw?: string;
  readonly as?: "admin" | "bidder" | "visitor";
  readonly headers?: Record<string, string>;
  readonly status?: number;
  readonly code?: string;
}

/** JSON texts where a content version belongs. The last one is of the future: the auction has its first. */
export const badVersions = ["0", "-1", "1.5", '"1"', "null", "[1]", "true", "2147483648", "1e400", "2"];
/** Wrong values for a soft close. */
export const badSoftCloses: readonly unknown[] = [
  0,
  120,
  "120",
  true,
  [],
  {},
  { windowSeconds: 120 },
  { capMinutes: 30 },
  ...[0, 1, -1, 1.5, "120", null, 3601, 365 * 24 * 3600].map((windowSeconds) => ({ windowSeconds, capMinutes: 1440 })),
  ...[0, -1, 1.5, "30", null, 1441].map((capMinutes) => ({ windowSeconds: 2, capMinutes })),
  { windowSeconds: 120, capMinutes: 30, extra: 1 },
];

const bidBody = (amount: string): string => `{"auctionId":"AUCTION","amount":${amount}}`;
const maxBody = (amount: string): string => `{"auctionId":"AUCTION","maxAmount":${amount},"currency":"NGN"}`;

const bids: BadRequest[] = [
  ...[...badAmounts, ...notJsonAmounts].map((amount) => ({ what: `amount ${amount}`, raw: bidBody(amount) })),
  ...badIds.map((id) => ({ what: `auctionId ${id.slice(0, 20)}`, raw: `{"auctionId":${id},"amount":1100}` })),
  ...badVersions.map((version) => ({
    what: `contentVersion ${version}`,
    raw: `{"auctionId":"AUCTION","amount":1100,"contentVersion":${version}}`,
  })),
  { what: "no amount", raw: '{"auctionId":"AUCTION"}' },
  { what: "no auctionId", raw: '{"amount":1100}' },
  { what: "an unknown field", raw: '{"auctionId":"AUCTION","amount":1100,"userId":"x"}' },
  { what: "a command id, which is a header here", raw: '{"auctionId":"AUCTION","amount":1100,"commandId":"x"}' },
  { what: "__proto__", raw: '{"auctionId":"AUCTION","amount":1100,"__proto__":{"role":"admin"}}' },
  { what: "constructor", raw: '{"auctionId":"AUCTION","amount":1100,"constructor":{"prototype":{"role":"admin"}}}' },
  ...["null", "[]", "5", '"text"', "true", "{}", "", "{", "{]", "\u0000", "[".repeat(30_000), deep(30_000)].map(
    (raw) => ({
      what: `body ${JSON.stringify(raw.slice(0, 12))}`,
      raw,
    }),
  ),
  { what: "a body over 64 KiB", raw: `"${"x".repeat(65 * 1024)}"`, status: 413, code: "PAYLOAD_TOO_LARGE" },
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "garbage"].map((type) => ({
    what: `content type ${type}`,
    raw: bidBody("1100"),
    headers: { "content-type": type },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
  })),
  ...["", "two words", "x".repeat(101), "snowman-é"].map((key) => ({
    what: `Idempotency-Key ${JSON.stringify(key.slice(0, 12))}`,
    raw: bidBody("1100"),
    headers: { "idempotency-key": key },
  })),
  { what: "nobody", raw: bidBody("1100"), as: "visitor" as const, status: 401, code: "UNAUTHENTICATED" },
].map((request) => ({ ...request, path: "/api/bids" }));

const maxBids: BadRequest[] = [
  ...badAmounts.map((amount) => ({ what: `maxAmount ${amount}`, raw: maxBody(amount) })),
  ...["null", '"EUR"', '"ngn"', "5", '["NGN"]'].map((currency) => ({
    what: `currency ${currency}`,
    raw: `{"auctionId":"AUCTION","maxAmount":5000,"currency":${currency}}`,
  })),
  ...badVersions.map((version) => ({
    what: `contentVersion ${version}`,
    raw: `{"auctionId":"AUCTION","maxAmount":5000,"currency":"NGN","contentVersion":${version}}`,
  })),
  { what: "no currency", raw: '{"auctionId":"AUCTION","maxAmount":5000}' },
  { what: "an unknown field", raw: '{"auctionId":"AUCTION","maxAmount":5000,"currency":"NGN","owner":"x"}' },
].map((request) => ({ ...request, path: "/api/maxbids" }));

const lots: BadRequest[] = Object.entries<unknown[]>({
  title: ["", "   ", "x".repeat(101), null, 5, ["x"], "\u0000 \u0007", "\u202e\u200b", "\ud800"],
  description: ["", "x".repeat(1001), null, {}, "\u0000\n\u2028", "\udc00"],
  startingPrice: [0, -1, "1000", null, 1.001, 10_000_000_000.01],
  buyItNowPrice: [0, -5, "2000", 1000, 999.99, 2000.001],
  reservePrice: [0, -5, "2000", 999.99],
  bidIncrement: [0, -1, null, "1", 0.001],
  currency: ["EUR", null, 5],
  startTime: ["tomorrow", "2030-01-01", "2030-02-30T00:00:00Z", "2030-01-01T00:00:00", 1_900_000_000_000, true],
  endTime: ["never", "2000-01-01T00:00:00Z", "2030-13-01T00:00:00Z", 5, []],
  duration: [0, 0.5, -1, "24", 8761, []],
  media: [
    "x",
    [{}],
    [{ url: "", type: "image" }],
    [{ url: "x", type: "text/html" }],
    [{ url: "x", type: "image", onload: "x" }],
    [{ url: "\u0000", type: "image" }],
    Array(31).fill({ url: "x", type: "image" }),
  ],
  categories: ["toys", ["toys", "toys"], ["weapons"], [null], ["__proto__"], ["constructor"]],
  condition: ["broken", null, "toString"],
  location: ["x".repeat(101), 5],
  softClose: [...badSoftCloses],
  contentVersion: [1],
  status: ["active"],
  seller: ["x"],
  currentPrice: [1],
  _id: ["x"],
}).flatMap(([field, values]) =>
  values.map((value) => ({
    what: `${field} ${JSON.stringify(value).slice(0, 40)}`,
    path: "/api/auctions",
    as: "admin" as const,
    raw: JSON.stringify({ ...lot(), [field]: value }),
  })),
);

const statuses: BadRequest[] = ['"closed"', "null", "5", '["ended"]', '"__proto__"', '"ENDED"'].map((status) => ({
  what: `status ${status}`,
  method: "PATCH",
  path: "/api/auctions/admin/AUCTION/status",
  as: "admin" as const,
  raw: `{"status":${status}}`,
}));

const edits: BadRequest[] = Object.entries<unknown[]>({
  title: ["", "   ", "x".repeat(101), null, 5, "\u0000"],
  description: ["", "x".repeat(1001), null],
  startingPrice: [0, -1, "1000", null, 1.001, 10_000_000_000.01],
  buyItNowPrice: [0, "2000", 999.99, 1000],
  reservePrice: [0, "2000", 999.99],
  bidIncrement: [0, -1, null, 0.001],
  currency: ["EUR", null],
  startTime: ["tomorrow", 1_900_000_000_000],
  endTime: ["never", 5],
  status: ["closed", null],
  media: ["x", [{}], Array(31).fill({ url: "x", type: "image" })],
  categories: [["toys", "toys"], ["weapons"]],
  condition: ["broken", null],
  location: ["x".repeat(101), 5],
  softClose: [...badSoftCloses],
  contentVersion: [1, 2],
  seller: ["x"],
  currentPrice: [1],
  version: [5],
}).flatMap(([field, values]) =>
  values.map((value, n) => ({
    what: `an edit of ${field} to ${JSON.stringify(value).slice(0, 40)}`,
    method: "PUT",
    path: n % 2 === 0 ? "/api/auctions/admin/AUCTION" : "/api/auctions/AUCTION",
    as: "admin" as const,
    raw: JSON.stringify({ [field]: value }),
  })),
);

const nobody = "00000000-0000-4000-8000-000000000000";

const ofNobody = (path: string, more: Omit<BadRequest, "path">): BadRequest => ({
  path,
  status: 404,
  code: "NOT_FOUND",
  ...more,
});
const confirmations: BadRequest[] = [
  ...badVersions.slice(0, -1).map((version) => ({
    what: `a confirmation of contentVersion ${version}`,
    path: `/api/maxbids/${nobody}/confirm`,
    raw: `{"contentVersion":${version}}`,
  })),
  ...["", "{}", "null", "[]", '{"contentVersion":1,"maxAmount":5}'].map((raw) => ({
    what: `a confirmation with the body ${raw}`,
    path: `/api/maxbids/${nobody}/confirm`,
    raw,
  })),
  ...[nobody, "x", "__proto__", "%00"].map((id) =>
    ofNobody(`/api/maxbids/${id}/confirm`, { what: "a confirmation of nobody's maximum", raw: '{"contentVersion":1}' }),
  ),
  ...['{"auctionId":"AUCTION"}', '{"contentVersion":1}', "[]", "5", "{"].map((raw) => ({
    what: `a withdrawal with the body ${raw}`,
    path: "/api/auctions/AUCTION/withdraw-bids",
    raw,
  })),
  ...["AUCTION", nobody, "x", "%00"].map((id) =>
    ofNobody(`/api/auctions/${id}/withdraw-bids`, { what: "a withdrawal of no bids" }),
  ),
  ofNobody("/api/auctions/x/changes", { what: "changes of no auction", method: "GET" }),
];

const voidBodies = [
  '"mistaken"',
  '"withdrawn"',
  '"recalculated"',
  '"cancelled"',
  '""',
  "null",
  "5",
  '["fraud"]',
  '"other"',
  '"other","note":null',
  '"other","note":""',
  '"other","note":"   "',
  '"fraud","note":5',
  '"fraud","note":["x"]',
  `"fraud","note":"${"x".repeat(501)}"`,
  '"fraud","extra":1',
  '"fraud","__proto__":{"reason":"other"}',
];
const voids: BadRequest[] = [
  ...voidBodies.map((reason) => ({
    what: `a void with the reason ${reason.slice(0, 30)}`,
    path: "/api/auctions/AUCTION/void-bids",
    raw: `{"userId":"${nobody}","reason":${reason}}`,
  })),
  ...voidBodies.map((reason) => ({
    what: `a void of everything with the reason ${reason.slice(0, 30)}`,
    path: `/api/admin/users/${nobody}/void-bids`,
    raw: `{"reason":${reason}}`,
  })),
  ...["null", "5", '""', "[]", `"${"x".repeat(65)}"`].map((id) => ({
    what: `a void of ${id.slice(0, 12)}`,
    path: "/api/auctions/AUCTION/void-bids",
    raw: `{"userId":${id},"reason":"fraud"}`,
  })),
  ...["", "{}", "null", "[]", '{"reason":"fraud"}', `{"userId":"${nobody}"}`].map((raw) => ({
    what: `a void with the body ${raw}`,
    path: "/api/auctions/AUCTION/void-bids",
    raw,
  })),
  {
    what: "a void of everything for somebody else",
    path: `/api/admin/users/${nobody}/void-bids`,
    raw: '{"userId":"x","reason":"fraud"}',
  },
  ...[nobody, "x", "__proto__"].map((userId) =>
    ofNobody("/api/auctions/AUCTION/void-bids", {
      what: `a void of nobody's bids, ${userId}`,
      raw: `{"userId":"${userId}","reason":"fraud"}`,
    }),
  ),
  ...[nobody, "x", "%00"].map((id) =>
    ofNobody(`/api/admin/users/${id}/void-bids`, { what: "a void of everything of nobody", raw: '{"reason":"fraud"}' }),
  ),
  ...["", "?userId=", `?userId=${"x".repeat(65)}`, "?userId=x&userId=y"].map((query) => ({
    what: `a preview with ${query.slice(0, 20)}`,
    method: "GET",
    path: `/api/auctions/AUCTION/void-bids/preview${query}`,
  })),
  ...["AUCTION", nobody, "x"].map((id) =>
    ofNobody(`/api/auctions/${id}/void-bids/preview?userId=${nobody}`, { what: "a preview for nobody", method: "GET" }),
  ),
  ofNobody("/api/auctions/x/bidders", { what: "bidders of no auction", method: "GET" }),
].map((request) => ({ as: "admin" as const, ...request }));

const suspensionBodies = [
  "",
  "{}",
  "null",
  "[]",
  "5",
  '{"until":null,"voidBids":true}',
  ...['""', '"   "', "null", "5", '["x"]', `"${"x".repeat(501)}"`, '"\\u0000"'].map(
    (reason) => `{"reason":${reason},"until":null,"voidBids":false}`,
  ),
  ...['"soon"', '""', "5", "[]", '"2026-02-30T00:00:00Z"', '"2020-01-01"', '"99999-01-01T00:00:00Z"', "1e20"].map(
    (until) => `{"reason":"x","until":${until},"voidBids":false}`,
  ),
  ...['"yes"', "1", "null", "{}"].map((voidBids) => `{"reason":"x","until":null,"voidBids":${voidBids}}`),
  '{"reason":"x","until":null,"voidBids":false,"extra":1}',
];
const noteTexts = ['""', '"  "', "null", "5", "[]", `"${"x".repeat(2001)}"`, '"\\u0000"', '"x","userId":"x"'];
const suspensions: BadRequest[] = [
  ...suspensionBodies.map((raw) => ({
    what: `a suspension with ${raw.slice(0, 50)}`,
    path: `/api/admin/users/${nobody}/suspend`,
    raw,
  })),
  ...['{"reason":""}', '{"reason":null}', `{"reason":"${"x".repeat(501)}"}`, '{"reason":"x","extra":1}'].map((raw) => ({
    what: `a restore with ${raw.slice(0, 30)}`,
    path: `/api/admin/users/${nobody}/restore`,
    raw,
  })),
  ...noteTexts.map((text) => ({
    what: `the note ${text.slice(0, 20)}`,
    path: `/api/admin/users/${nobody}/notes`,
    raw: `{"text":${text}}`,
  })),
  ...[nobody, "x", "%00"].flatMap((id) => [
    ofNobody(`/api/admin/users/${id}/suspend`, {
      what: "a suspension of nobody",
      raw: '{"reason":"x","until":null,"voidBids":true}',
    }),
    ofNobody(`/api/admin/users/${id}/restore`, { what: "a restore of nobody", raw: '{"reason":"x"}' }),
    ofNobody(`/api/admin/users/${id}/restore`, { what: "a restore of nobody without a reason", raw: "" }),
    ofNobody(`/api/admin/users/${id}/notes`, { what: "a note about nobody", raw: '{"text":"x"}' }),
    ...["", "/bids", "/notes", "/actions", "/sessions", "/suspend-preview"].map((part) =>
      ofNobody(`/api/admin/users/${id}${part}`, { what: `the page about nobody, ${part}`, method: "GET" }),
    ),
  ]),
].map((request) => ({ as: "admin" as const, ...request }));

const amountsOfABalance = badAmounts.filter((amount) => !["0", "-0"].includes(amount));
const users: BadRequest[] = [
  ...["", "User", "root", null, 5, ["admin"], {}, "__proto__"].flatMap((role) =>
    [`/api/users/admin/role/${nobody}`, `/api/auth/users/${nobody}/role`].map((path) => ({
      what: `the role ${JSON.stringify(role)}`,
      path,
      raw: JSON.stringify({ role }),
    })),
  ),
  { what: "no role", path: `/api/users/admin/role/${nobody}`, raw: "{}" },
  { what: "a role and a balance", path: `/api/users/admin/role/${nobody}`, raw: '{"role":"user","balance":5}' },
  { what: "a long id", path: `/api/users/admin/role/${"x".repeat(65)}`, raw: '{"role":"user"}' },
  ...[...amountsOfABalance, ...notJsonAmounts].map((amount) => ({
    what: `a balance of ${amount}`,
    path: `/api/users/admin/balance/${nobody}`,
    raw: `{"balance":${amount},"action":"set"}`,
  })),
  ...["null", '"SET"', '"double"', "5", '["add"]', '"__proto__"'].map((action) => ({
    what: `the action ${action}`,
    path: `/api/users/admin/balance/${nobody}`,
    raw: `{"balance":5,"action":${action}}`,
  })),
  ...['{"balance":5}', '{"action":"add"}', '{"balance":5,"action":"add","currency":"USD"}', "null", "[]", "{", ""].map(
    (raw) => ({ what: `the balance edit ${raw}`, path: `/api/users/admin/balance/${nobody}`, raw }),
  ),
  ...["", "two words", "x".repeat(101)].map((key) => ({
    what: `a balance edit with the Idempotency-Key ${JSON.stringify(key.slice(0, 12))}`,
    path: `/api/users/admin/balance/${nobody}`,
    raw: '{"balance":5,"action":"add"}',
    headers: { "idempotency-key": key },
  })),
  ...["role=root", "role=", "role=admin&role=user", "page=0", "page=x", "limit=0", "limit=1e2"].map((query) => ({
    what: query,
    method: "GET",
    path: `/api/users/admin/search?${query}`,
  })),
  { what: "a long text", method: "GET", path: `/api/users/admin/search?q=${"x".repeat(201)}` },
  { what: "page 0 of a ledger", method: "GET", path: `/api/users/admin/${nobody}/ledger?page=0` },
  ...["x", "%00", "'%20or%20''='", "__proto__"].map((id) => ({
    what: "the balance of an id that names nobody",
    path: `/api/users/admin/balance/${id}`,
    raw: '{"balance":5,"action":"add"}',
    status: 404,
    code: "NOT_FOUND",
  })),
  ...[
    { path: `/api/users/admin/role/${nobody}`, raw: '{"role":"admin"}' },
    { path: `/api/users/admin/balance/${nobody}`, raw: '{"balance":5,"action":"add"}' },
    { method: "GET", path: "/api/users/admin/search" },
    { method: "GET", path: "/api/auth/users" },
  ].map((call) => ({
    ...call,
    what: "a bidder's call for administrators",
    as: "bidder" as const,
    status: 403,
    code: "FORBIDDEN",
  })),
].map((request) => ({ method: "PUT", as: "admin" as const, ...request }));

const topUps: BadRequest[] = [
  ...[...badAmounts, ...notJsonAmounts, "99.99", "10000000.01", "1e3000"].map((amount) => ({
    what: `a top-up of ${amount}`,
    raw: `{"amount":${amount}}`,
  })),
  ...["null", "[]", "5", '"text"', "{}", "", "{", "\u0000", deep(30_000)].map((raw) => ({
    what: `a top-up's body ${JSON.stringify(raw.slice(0, 12))}`,
    raw,
  })),
  { what: "a top-up with a reference", raw: '{"amount":500,"reference":"mine"}' },
  { what: "a top-up for somebody else", raw: '{"amount":500,"userId":"x"}' },
  { what: "a top-up with an e-mail address", raw: '{"amount":500,"email":"x@y.zz"}' },
  { what: "a top-up in dollars", raw: '{"amount":500,"currency":"USD"}' },
  { what: "a top-up with __proto__", raw: '{"amount":500,"__proto__":{"isSandbox":false}}' },
  ...["", "two words", "x".repeat(101)].map((key) => ({
    what: `a top-up with the Idempotency-Key ${JSON.stringify(key.slice(0, 12))}`,
    raw: '{"amount":500}',
    headers: { "idempotency-key": key },
  })),
  {
    what: "a top-up as a form",
    raw: "amount=500",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
  },
  { what: "a visitor's top-up", raw: '{"amount":500}', as: "visitor" as const, status: 401, code: "UNAUTHENTICATED" },
].map((request) => ({ ...request, path: "/api/payments/top-ups" }));

const payments: BadRequest[] = [
  ...["x", "%00", "'%20or%20''='", "__proto__", "..%2f..", `topup-${"0".repeat(32)}`].map((reference) => ({
    what: "a reference that names nothing",
    method: "GET",
    path: `/api/payments/top-ups/${reference}`,
    status: 404,
    code: "NOT_FOUND",
  })),
  { what: "a reference of 65 characters", method: "GET", path: `/api/payments/top-ups/${"x".repeat(65)}` },
  ...["null", "[]", '{"event":"charge.success"}', "{", ""].map((raw) => ({
    what: `the unsigned webhook ${JSON.stringify(raw)}`,
    path: "/api/payments/paystack/webhook",
    as: "visitor" as const,
    raw,
    status: 401,
    code: "UNAUTHENTICATED",
  })),
  {
    what: "a webhook over 64 KiB",
    path: "/api/payments/paystack/webhook",
    raw: `"${"x".repeat(65 * 1024)}"`,
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
  },
];

const ofSettlement = (path: string): string => `/api/settlements/${nobody}/${path}`;
const settlements: BadRequest[] = [
  ...[
    "null",
    "[]",
    "{}",
    '{"method":null}',
    '{"method":"outside"}',
    '{"method":"deposit"}',
    '{"method":["balance"]}',
  ].map((raw) => ({ what: `a payment of ${raw}`, path: ofSettlement("payments"), raw })),
  ...['"amount":5', '"reference":"x"', '"userId":"x"', '"commandId":"x"', '"commandId":5', '"__proto__":{}'].flatMap(
    (more) =>
      ["balance", "online"].map((method) => ({
        what: `a payment (${method}) with ${more}`,
        path: ofSettlement("payments"),
        raw: `{"method":"${method}",${more}}`,
      })),
  ),
  ...[...badAmounts, ...notJsonAmounts].map((amount) => ({
    what: `a transfer of ${amount}`,
    path: ofSettlement("payments"),
    as: "admin" as const,
    raw: `{"method":"transfer","amount":${amount}}`,
  })),
  ...[`"reference":"${"x".repeat(101)}"`, `"note":"${"x".repeat(501)}"`, '"note":5'].map((more) => ({
    what: `a transfer with ${more.slice(0, 24)}`,
    path: ofSettlement("payments"),
    as: "admin" as const,
    raw: `{"method":"transfer","amount":5,${more}}`,
  })),
  { what: "a transfer without an amount", path: ofSettlement("payments"), as: "admin", raw: '{"method":"cash"}' },
  ...Object.entries<unknown[]>({
    extend: [{}, { dueAt: "tomorrow", reason: "x" }, { dueAt: "2030-01-01T00:00:00Z" }, { dueAt: 5, reason: "x" }],
    reverse: [{}, { reason: "" }, { reason: " " }, { reason: "x".repeat(501) }, { reason: "x", amount: 5 }],
    ready: [{}, { place: "Ikeja" }, { place: " ", hours: "9" }, { place: "x".repeat(201), hours: "9" }],
    "handed-over": [
      {},
      { code: 123456 },
      { code: "12345" },
      { code: "1234567" },
      { code: "12345a" },
      { code: "१२३४५६" },
    ],
    pardon: [{}, { reason: null }, { reason: "\u0007" }],
    "second-chance": [{ price: 5 }, [], 5],
  }).flatMap(([path, bodies]) =>
    bodies.map((body) => ({
      what: `${path} with ${JSON.stringify(body).slice(0, 40)}`,
      path: ofSettlement(path),
      as: "admin" as const,
      raw: JSON.stringify(body),
    })),
  ),
  ...["accept", "decline"].flatMap((answer) =>
    ['{"price":5}', "[]", "{"].map((raw) => ({
      what: `a second chance: ${answer} with ${raw}`,
      path: `/api/second-chances/${nobody}/${answer}`,
      raw,
    })),
  ),
  ...["x", "%00", "__proto__", nobody].flatMap((id) => [
    ofNobody(`/api/settlements/${id}/payments`, { what: "a payment of nothing", raw: '{"method":"balance"}' }),
    ofNobody(`/api/second-chances/${id}/accept`, { what: "an offer of nothing" }),
  ]),
  ...["page=0", "page=x", "limit=0", "limit=-1"].map((query) => ({
    what: `purchases with ${query}`,
    method: "GET",
    path: `/api/users/purchases?${query}`,
  })),
];

const register = { username: "someone", email: "someone@people.test", password: "long enough" };
const accounts: BadRequest[] = [
  ...Object.entries<unknown[]>({
    username: ["", "ab", "x".repeat(31), "  a  ", "<script>", "a\u0000bc", "-abc", "a\nbc", null, 5, "__proto__"],
    email: ["", "x", "x@", "@x.y", "a b@c.de", `${"x".repeat(250)}@b.cd`, null, ["a@b.cd"], "\u0000@b.cd"],
    password: ["", "12345", "x".repeat(201), null, 123456, ["long enough"]],
    role: ["admin"],
    isEmailVerified: [true],
    balance: [5_000_000],
  }).flatMap(([field, values]) =>
    values.map((value) => ({
      what: `register with ${field} ${JSON.stringify(value).slice(0, 30)}`,
      path: "/api/auth/register",
      raw: JSON.stringify({ ...register, [field]: value }),
    })),
  ),
  ...[
    { email: "", password: "x" },
    { email: "a@b.cd", password: "" },
    { email: "a@b.cd" },
    { email: null, password: "x" },
    { email: { $ne: null }, password: { $ne: null } },
    { email: "\u0000\ud800", password: "x" },
    { email: "a@b.cd", password: "x".repeat(201) },
    { email: "a@b.cd", password: "x", remember: true },
    { email: "a@b.cd", password: "x", code: "12345678" },
    { email: "a@b.cd", password: "x", code: null },
    { email: "a@b.cd", password: "x", code: { digits: "12345678" } },
    { email: "a@b.cd", password: "x", code: { ticket: "A".repeat(43), digits: "1234567" } },
    { email: "a@b.cd", password: "x", code: { ticket: "A".repeat(43), digits: "123456७8" } },
    { email: "a@b.cd", password: "x", code: { ticket: "A".repeat(44), digits: "12345678" } },
    { email: "a@b.cd", password: "x", code: { ticket: "A".repeat(43), digits: "12345678", more: 1 } },
  ].map((body) => ({
    what: `login with ${JSON.stringify(body).slice(0, 60)}`,
    path: "/api/auth/login",
    raw: JSON.stringify(body),
  })),
  ...[{}, { email: "a@b.cd" }, { email: "a@b.cd", password: "" }, { email: "a@b.cd", password: "x", code: {} }].map(
    (body) => ({
      what: `login-code with ${JSON.stringify(body).slice(0, 60)}`,
      path: "/api/auth/login-code",
      raw: JSON.stringify(body),
    }),
  ),
  ...[
    { token: "", email: "a@b.cd" },
    { token: 5, email: "a@b.cd" },
    { token: "x" },
    { token: "x".repeat(201), email: "a@b.cd" },
  ].map((body) => ({
    what: `verify-email with ${JSON.stringify(body).slice(0, 40)}`,
    path: "/api/auth/verify-email",
    raw: JSON.stringify(body),
  })),
  {
    what: "verify-email with a token nobody has",
    path: "/api/auth/verify-email",
    raw: '{"token":"x","email":"a@b.cd"}',
    code: "VERIFICATION_FAILED",
  },
  { what: "resend to no address", path: "/api/auth/resend-verification", raw: '{"email":"x"}' },
  ...[{}, { email: "x" }, { email: "\u0000@b.cd" }, { email: "a@b.cd", more: 1 }].map((body) => ({
    what: `forgot-password with ${JSON.stringify(body)}`,
    path: "/api/auth/forgot-password",
    raw: JSON.stringify(body),
  })),
  ...[
    { token: "x", email: "a@b.cd" },
    { token: "", email: "a@b.cd", password: "long enough" },
    { token: "x".repeat(201), email: "a@b.cd", password: "long enough" },
    { token: "x", email: "a@b.cd", password: "short" },
    { token: "x", email: "a@b.cd", password: "x".repeat(201) },
    { token: { $ne: null }, email: "a@b.cd", password: "long enough" },
  ].map((body) => ({
    what: `reset-password with ${JSON.stringify(body).slice(0, 60)}`,
    path: "/api/auth/reset-password",
    raw: JSON.stringify(body),
  })),
  ...["reset-password", "confirm-email-change", "undo-email-change"].map((call) => ({
    what: `${call} with a token nobody has`,
    path: `/api/auth/${call}`,
    raw: JSON.stringify({ token: "x", ...(call === "reset-password" && { email: "a@b.cd", password: "long enough" }) }),
    code: "VERIFICATION_FAILED" as const,
  })),
].map((request) => ({ as: "visitor" as const, ...request }));

const queries: BadRequest[] = [
  "minPrice=-1",
  "minPrice=NaN",
  "minPrice=1e3",
  "minPrice=1.001",
  "minPrice=",
  "minPrice=1&minPrice=2",
  "minPrice=10000000000.01",
  "maxPrice=99999999999",
  "maxPrice=Infinity",
  "maxPrice=0x10",
  "maxPrice=999999999999",
  "currency=EUR",
  "currency=NGN&currency=USD",
  "hasReserve=yes",
  "hasReserve=TRUE",
  "hasBuyItNow=1",
  "sortBy=revision",
  "sortBy=__proto__",
  "sortBy=title;drop",
  "sortOrder=up",
  "page=0",
  "page=-1",
  "page=1.5",
  "page=x",
  "limit=0",
  "limit=1e2",
  `search=${"x".repeat(201)}`,
].map((query) => ({ what: query.slice(0, 40), method: "GET", path: `/api/auctions?${query}` }));

const paths: BadRequest[] = [
  { what: "an id of 65 characters", path: `/api/auctions/${"x".repeat(65)}` },
  { what: "an address that cannot be decoded", path: "/api/auctions/%E0%A4%A" },
  { what: "a page of bids below 1", path: "/api/bids/auction/AUCTION?page=0" },
  { what: "an id that names nothing", path: "/api/auctions/%00", status: 404, code: "NOT_FOUND" },
  { what: "an id with a quote", path: "/api/bids/auction/'%20or%20''='", status: 404, code: "NOT_FOUND" },
  { what: "an id of a prototype", path: "/api/auctions/__proto__", status: 404, code: "NOT_FOUND" },
].map((request) => ({ method: "GET", ...request }));

/** By default, a request is a POST by the bidder, and is refused with 400 INVALID. */
export const badRequests: readonly BadRequest[] = [
  ...bids,
  ...maxBids,
  ...lots,
  ...confirmations,
  ...voids,
  ...suspensions,
  ...statuses,
  ...users,
  ...edits,
  ...topUps,
  ...payments,
  ...settlements,
  ...accounts,
  ...queries,
  ...paths,
].map((request) => (request.code === "VERIFICATION_FAILED" ? { status: 400, ...request } : request));
