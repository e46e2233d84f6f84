// What browsers may load and where they may be framed: helmet's options. Google's sources stand in them only where
// signing in with Google is configured.
import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Config } from "../config.ts";

const GOOGLE = "https://accounts.google.com/gsi/";

export const browserPolicy = ({ google, isProduction }: Pick<Config, "google" | "isProduction">) => {
  const ifGoogle = (source: string): string[] => (google ? [source] : []);
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...ifGoogle(`${GOOGLE}client`)],
        styleSrc: ["'self'", "'unsafe-inline'", ...ifGoogle(`${GOOGLE}style`)],
        frameSrc: ["'self'", ...ifGoogle(GOOGLE)],
        imgSrc: ["'self'", "data:", "blob:", "https:", "http:"],
        // A video chosen for an auction is looked at before it is uploaded.
        mediaSrc: ["'self'", "blob:", "https:", "http:"],
        connectSrc: ["'self'", "ws:", "wss:", ...ifGoogle(GOOGLE)],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isProduction ? [] : null,
      },
    },
    // Google's window must reach back to the page that opened it.
    crossOriginOpenerPolicy: { policy: google ? "same-origin-allow-popups" : "same-origin" },
    frameguard: { action: "deny" },
    strictTransportSecurity: isProduction,
  } satisfies FastifyHelmetOptions;
};
