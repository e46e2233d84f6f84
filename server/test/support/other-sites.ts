// Inputs by which another site could attack: origins that look like ours, and addresses and host names that may lead
// elsewhere.
import type { TestServer } from "./e2e-server.ts";

export const EVIL = "evil.test";

/** Returns origins that look like the allowed one, and texts that are no origin at all. */
export const lookAlikes = (allowed: string): string[] => {
  const { protocol, host, hostname, port } = new URL(allowed);
  const other = protocol === "https:" ? "http:" : "https:";
  return [
    `${protocol}//${host}.${EVIL}`,
    `${protocol}//evil${host}`,
    `${protocol}//${EVIL}.${host}`,
    `${protocol}//x.${host}`,
    `${protocol}//${host}.`,
    `${protocol}//${hostname}:${Number(port || 443) + 1}`,
    `${protocol}//${hostname}:`,
    `${other}//${host}`,
    `ws://${host}`,
    `wss://${host}`,
    `ftp://${host}`,
    `//${host}`,
    host,
    `${host}/`,
    `${allowed}/`,
    `${allowed}/path`,
    `${allowed}?x`,
    `${allowed}#x`,
    `${allowed}\\`,
    `${allowed}%2f`,
    `${allowed}%00`,
    `${protocol}//user@${host}`,
    `${protocol}//user:pw@${host}`,
    `${protocol}//${EVIL}@${host}`,
    `${allowed}@${EVIL}`,
    `${protocol}//${EVIL}#@${host}`,
    `${protocol}//${EVIL}\\@${host}`,
    `${protocol}//${EVIL}/${host}`,
    `${protocol}//${EVIL}?${allowed}`,
    `${protocol}//${EVIL}#${allowed}`,
    `blob:${allowed}/x`,
    `data:${allowed}`,
    allowed.toUpperCase(),
    `${protocol.toUpperCase()}//${host}`,
    `${allowed}, https://${EVIL}`,
    `https://${EVIL}, ${allowed}`,
    `https://${EVIL} ${allowed}`,
    `${allowed} https://${EVIL}`,
    `${allowed},`,
    `"${allowed}"`,
    `'${allowed}'`,
    `<${allowed}>`,
    // Letters that look like others, as bytes and as browsers write them.
    `${protocol}//${host.replace("a", "\u00d0\u00b0")}`,
    `${protocol}//xn--${host}`,
    `${protocol}//${host}\u00e2\u0080\u00a8`,
  ];
};
export const otherOrigins = [
  "null",
  "",
  "undefined",
  "*",
  `https://${EVIL}`,
  `http://${EVIL}`,
  "file://",
  "about:blank",
  "javascript:0",
  "data:,x",
  "chrome-extension://abc",
  "http://[::1]",
  "http://0.0.0.0",
  "http://127.1",
  "http://2130706433",
  "http://localhost",
  "http://localhost:3001",
  "https://localhost:3000",
  "http://localhost:3000.evil.test",
  "http://127.0.0.1",
  "https://jara",
];

/** Headers by which a request may name the host that it was sent to. */
export const names = (host: string): string[][] => [
  [`Host: ${host}`],
  [`Host: ${EVIL}`],
  [`Host: ${host}@${EVIL}`],
  [`Host: ${host}`, `X-Forwarded-Host: ${EVIL}`, "X-Forwarded-Proto: https", "X-Forwarded-Port: 81"],
  [`Host: ${host}`, `Forwarded: host=${EVIL};proto=https`, `X-Host: ${EVIL}`, `X-Forwarded-Server: ${EVIL}`],
  [`Host: ${host}`, `X-Original-URL: //${EVIL}/`, `X-Rewrite-URL: //${EVIL}/`, `Referer: https://${EVIL}/`],
];
const parameters = [
  "next",
  "returnTo",
  "return_to",
  "redirect",
  "redirect_uri",
  "url",
  "continue",
  "from",
  "state",
  "callback",
];
export const evils = [
  `//${EVIL}`,
  `https://${EVIL}`,
  `/\\${EVIL}`,
  "javascript:alert(1)",
  `%0d%0aLocation:%20https://${EVIL}`,
  `/.//${EVIL}`,
];

/** Addresses that may be read as another site's. */
export const luringAddresses = [
  `//${EVIL}`,
  `//${EVIL}/`,
  `///${EVIL}`,
  `//${EVIL}/..`,
  `//${EVIL}/%2e%2e`,
  `/\\${EVIL}`,
  `/\\/${EVIL}`,
  `/%5c${EVIL}`,
  `/%2f%2f${EVIL}`,
  `/.//${EVIL}`,
  `/..//${EVIL}`,
  `/%2e//${EVIL}`,
  `/http://${EVIL}`,
  `/https:/${EVIL}`,
  `/@${EVIL}`,
  `/docs//${EVIL}`,
  `/docs/..//${EVIL}`,
  `//${EVIL}/docs`,
  `/docs?x=//${EVIL}`,
  `/docs//`,
  "/docs",
  "/docs/static",
  "/docs/static/",
  `//${EVIL}/docs/`,
  `/docs/static/..//${EVIL}`,
  "/docs/static/index.html",
  `/docs/static/index.html?x=//${EVIL}`,
  `/assets//${EVIL}`,
  "/assets",
  `//${EVIL}/assets`,
  `/assets/..//${EVIL}`,
  `/media//${EVIL}`,
  `/media/..//${EVIL}`,
  "/media",
  `/media/demo//${EVIL}`,
  "/media/demo",
  `/health//${EVIL}`,
  `/api//${EVIL}`,
  `//${EVIL}/api/auctions`,
  `/api/..//${EVIL}`,
  `http://${EVIL}/`,
  `https://${EVIL}/docs`,
  `http://${EVIL}/api/auth/google`,
  `/%0d%0aLocation:%20https://${EVIL}`,
  `/docs%0d%0aLocation:%20https://${EVIL}`,
  `/login%0aSet-Cookie:%20a=b`,
  "/auth/callback",
  "/login",
  "/verify-email",
  "/api/auth/google",
  "/api/auth/google/callback",
  "/api/auth/google/",
  `/api/auth/google//${EVIL}`,
  "/sandbox/paystack/x",
];
/** Ours, with another site's in their parameters. */
export const luringParameters = [
  "/login",
  "/auth/callback",
  "/api/auth/google",
  "/api/auth/google/callback",
  "/docs",
  "/",
  "/verify-email",
].flatMap((path) =>
  parameters.flatMap((name) => evils.map((evil) => `${path}?${name}=${evil}&error=${evil}&code=${evil}`)),
);

/** That neither transport takes. */
export const oddUpgrades = [
  "/",
  "/ws/",
  "/WS",
  "/wss",
  "/ws/x",
  "//x/ws",
  "/./ws",
  "/x/../ws",
  "/%77s",
  "/\\ws",
  "/ws#x",
  "*",
  "/api",
  "/api/auctions",
  `/./socket.io/?EIO=4&transport=websocket`,
  `//x/socket.io/?EIO=4&transport=websocket`,
  `/x/../socket.io/?EIO=4&transport=websocket`,
  `/socket.io?EIO=4&transport=websocket`,
  `/SOCKET.IO/?EIO=4&transport=websocket`,
  `http://${EVIL}/ws`,
  `http://${EVIL}/socket.io/?EIO=4&transport=websocket`,
  `https://${EVIL}/ws`,
  `/ws;?EIO=4&transport=websocket`,
  `/socket%2eio/?EIO=4&transport=websocket`,
  "/ws%3f",
  "/ws%00",
  "/[",
  "http://[",
  "//",
  "///ws",
  `/ws/../socket.io/?EIO=4&transport=websocket`,
  "/media/x",
  "/docs/socket",
];

/**
 * Is true for the addresses to which a browser may be redirected: this site, or Google with this site's own callback.
 */
export const isHere = (to: string, { config, address }: TestServer, google: string): boolean => {
  if (/[\r\n\t\\]/.test(to)) return false;
  if (to.startsWith(`${google}/`)) {
    const url = new URL(to);
    return (
      url.pathname === "/authorize" &&
      url.searchParams.get("redirect_uri") === `${config.publicUrl}/api/auth/google/callback`
    );
  }
  if (to.startsWith("//")) return false;
  return [config.publicUrl, address].includes(new URL(to, address).origin);
};
