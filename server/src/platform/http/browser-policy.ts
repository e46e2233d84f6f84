// The Content-Security-Policies and other browser headers. By default a browser may do nothing with an answer, unless
// the answer has a policy of its own. This file has Helmet's options, the site's policy, and the policy of the few
// pages made on the server. The site's policy allows Google's sources only where signing in with Google is configured.
import { createHash } from "node:crypto";
import type { FastifyHelmetOptions } from "@fastify/helmet";

interface Site {
  /** Null: no sign-in with Google. */
  readonly google: object | null;
  readonly isProduction: boolean;
  readonly publicUrl: string;
}

const GOOGLE = "https://accounts.google.com/gsi/";
const NOTHING = { "default-src": ["'none'"], "base-uri": ["'none'"], "form-action": ["'none'"] };

/**
 * The hash of the style that @number-flow/react writes into its shadow roots. A test computes it again from the
 * installed version.
 */
export const NUMBER_FLOW_STYLE = "'sha256-HR6/MuuYfB8aijiNP5MPm3YOR8WqVmL7UkE3Q8OslTs='";

/**
 * The site uses none of these features but passkeys. An attacker who can run a script in the page should not have the
 * others either. Bluetooth is missing, because Chromium knows no such feature in this header and warns of it on every
 * page; it asks the person before each use anyway.
 */
export const PERMISSIONS_POLICY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .concat("publickey-credentials-get=(self)", "publickey-credentials-create=(self)")
  .join(", ");

export const browserPolicy = ({ google, isProduction }: Omit<Site, "publicUrl">) =>
  ({
    contentSecurityPolicy: { useDefaults: false, directives: { ...NOTHING, "frame-ancestors": ["'none'"] } },
    // Google's window must be able to reach the page that opened it.
    crossOriginOpenerPolicy: { policy: google ? "same-origin-allow-popups" : "same-origin" },
    frameguard: { action: "deny" },
    strictTransportSecurity: isProduction,
  }) satisfies FastifyHelmetOptions;

/**
 * The Content-Security-Policy of the client's pages. `hasForms`: the page has plain forms, for browsers without
 * scripts.
 */
export const sitePolicy = ({ google, isProduction, publicUrl }: Site, { hasForms = false } = {}) => {
  const ifGoogle = (source: string): string[] => (google ? [source] : []);
  return written({
    ...NOTHING,
    ...(hasForms && { "form-action": ["'self'"] }),
    "script-src": ["'self'", ...ifGoogle(`${GOOGLE}client`)],
    // Google's button writes its own style elements and attributes, and no list of their hashes exists.
    "style-src": ["'self'", ...(google ? ["'unsafe-inline'", `${GOOGLE}style`] : [NUMBER_FLOW_STYLE])],
    ...(google && { "frame-src": [GOOGLE] }),
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    // An auction's pictures and videos may be at any https address. The blob: source shows a chosen file before it is
    // uploaded.
    "img-src": ["'self'", "blob:", "https:"],
    "media-src": ["'self'", "blob:", "https:"],
    // Older versions of Safari do not accept 'self' for the site's own sockets.
    "connect-src": ["'self'", new URL(publicUrl).origin.replace(/^http/, "ws"), ...ifGoogle(GOOGLE)],
    "frame-ancestors": ["'none'"],
    // No text may become markup or script. Google's script does this with its own text, so this rule applies only
    // without Google.
    ...(!google && { "require-trusted-types-for": ["'script'"], "trusted-types": ["default"] }),
    ...(isProduction && { "upgrade-insecure-requests": [] }),
  });
};

/**
 * The policy of a page made on the server: only its one `<style>`, exactly `css`, and the addresses that its form may
 * lead to.
 */
export const pagePolicy = (css: string, formAction: readonly string[] = ["'none'"]): string =>
  written({ ...NOTHING, "style-src": [hashOf(css)], "form-action": formAction, "frame-ancestors": ["'none'"] });

/** The policy of the pages for browsers without scripts: the site's own style and forms, and the pictures of lots. */
export const PLAIN_PAGE_POLICY: string = written({
  ...NOTHING,
  "style-src": ["'self'"],
  "img-src": ["'self'", "https:"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
});

/** The policy of the service worker: it may fetch from this site, and nothing else. */
export const WORKER_POLICY: string = written({ ...NOTHING, "connect-src": ["'self'"] });

export const hashOf = (css: string): string => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

function written(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}
