// Stands in for Google: an OpenID provider on this machine, and a browser that walks the redirect flow step by step.
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type MutableRedirectUri, type MutableResponse, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import type { TestServer } from "./e2e-server.ts";

export const CLIENT_ID = "jara-tests.apps.example";

/** Claims of an ID token; undefined leaves one out. */
export type Claims = Record<string, unknown>;

export interface GoogleProvider {
  readonly issuer: string;
  /** Signed as the provider signs; `changes` over what is right for `person`. */
  idToken(person: Claims, changes?: Claims): Promise<string>;
  /** Returns the claims of `idToken`, unsigned. */
  claimsOf(person: Claims, changes?: Claims): Claims;
  /** The provider's own, for tests of what it never does. */
  readonly key: { readonly kid: string; readonly secret: KeyObject; readonly publicPem: string };
  /** The person of the next redirect sign-ins, and the other claims of their tokens. */
  person: Claims;
  /** Called before the browser is sent back; before the tokens are answered. */
  onRedirect: (url: URL) => void;
  onTokens: (answer: { statusCode: number; body: Record<string, unknown> }) => void;
  /** How many codes were exchanged, or tried to be. */
  exchanges: number;
  stop(): Promise<void>;
  startAgain(): Promise<void>;
}

export const googlePerson = (name: string, changes: Claims = {}): Claims => ({
  sub: `google-${name}`,
  email: `${name}@gmail.test`,
  email_verified: true,
  name,
  ...changes,
});

export const startGoogle = async (): Promise<GoogleProvider> => {
  const server = new OAuth2Server();
  const { privateKey: secret } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = "the-providers-key";
  await server.issuer.keys.add({ ...secret.export({ format: "jwk" }), kty: "RSA", alg: "RS256", kid });
  await server.start(0, "127.0.0.1");
  const { port } = server.address();
  const issuer = server.issuer.url ?? "";
  const publicPem = createPublicKey(secret).export({ type: "spki", format: "pem" }).toString();

  const claimsOf = (person: Claims, changes: Claims = {}): Claims => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 3600, ...person, ...changes };
  };
  server.service.on("beforeTokenSigning", ({ payload }: MutableToken) => Object.assign(payload, provider.person));
  server.service.on("beforeAuthorizeRedirect", ({ url }: MutableRedirectUri) => provider.onRedirect(url));
  server.service.on("beforeResponse", (answer: MutableResponse) => {
    provider.exchanges += 1;
    provider.onTokens(answer as { statusCode: number; body: Record<string, unknown> });
  });

  const provider: GoogleProvider = {
    issuer,
    key: { kid, secret, publicPem },
    claimsOf,
    idToken: (person, changes) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          for (const claim of Object.keys(payload)) delete payload[claim];
          Object.assign(payload, claimsOf(person, changes));
        },
      }),
    person: {},
    onRedirect: () => {},
    onTokens: () => {},
    exchanges: 0,
    stop: () => server.stop(),
    startAgain: () => server.start(port, "127.0.0.1"),
  };
  return provider;
};

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  /** The answer redirects the browser to this address; empty without a redirect. */
  readonly to: string;
}

/** One browser: keeps the cookies it is given, and goes where it is told only when the test says so. */
export class Browser {
  readonly #server: Pick<TestServer, "address" | "config">;
  readonly cookies = new Map<string, string>();

  constructor(server: Pick<TestServer, "address" | "config">) {
    this.#server = server;
  }

  /** `url`: a path of the server, an address under its public one, or any other. */
  async visit(url: string): Promise<Visit> {
    const { address, config } = this.#server;
    const isOurs = url.startsWith("/") || url.startsWith(config.publicUrl);
    const target = isOurs ? `${address}${url.replace(config.publicUrl, "")}` : url;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(target, { redirect: "manual", headers: isOurs && cookie ? { cookie } : {} });
    await response.text();
    for (const line of isOurs ? response.headers.getSetCookie() : []) this.#keep(line);
    return { status: response.status, headers: response.headers, to: response.headers.get("location") ?? "" };
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = pair.split("=");
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
