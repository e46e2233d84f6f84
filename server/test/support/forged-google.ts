// Forged Google ID tokens: each has one wrong claim or one wrong part of the signature, and is right otherwise.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { CLIENT_ID, type Claims, type GoogleProvider } from "./e2e-google.ts";
import { JWT_SECRET } from "./e2e-server.ts";

export const CLIENT_SECRET = "the-client-secret";
/** From the sign-in's nonce (none for the button) to a token. */
export type Forged = [what: string, make: (nonce: string | undefined) => string];

const now = (): number => Math.floor(Date.now() / 1000);

const base64 = (data: string | Buffer): string => Buffer.from(data).toString("base64url");
const part = (json: unknown): string => base64(JSON.stringify(json));

/** Lists for each claim the values that the server must refuse; undefined leaves the claim out. */
const wrongClaims = (issuer: string): Readonly<Record<string, readonly unknown[]>> => ({
  iss: [
    undefined,
    "",
    null,
    1,
    [issuer],
    "accounts.google.com",
    "https://accounts.google.com",
    "https://evil.test",
    `${issuer}/`,
    issuer.toUpperCase(),
    issuer.replace("http:", "https:"),
    `${issuer}.evil.test`,
    `${issuer}@evil.test`,
  ],
  aud: [
    undefined,
    "",
    null,
    1,
    [],
    {},
    "another-client",
    ["another-client"],
    [CLIENT_ID, "another-client"],
    ["another-client", CLIENT_ID],
    [[CLIENT_ID]],
    [CLIENT_ID, CLIENT_ID],
    CLIENT_ID.toUpperCase(),
    ` ${CLIENT_ID}`,
    `${CLIENT_ID}.evil.test`,
    CLIENT_ID.slice(0, -1),
    `${CLIENT_ID},another-client`,
  ],
  azp: ["another-client", "", 1, ["another-client"], {}, `${CLIENT_ID}.evil.test`, [CLIENT_ID, "another-client"]],
  exp: [undefined, now() - 60, now() - 7200, 0, -1, null, "never", String(now() + 3600), [], {}],
  iat: [undefined, now() + 600, now() + 7200, 4e9, now() - 7200, 0, null, "now", [], {}],
  nbf: [now() + 600, 4e9, "tomorrow", {}],
  sub: [undefined, "", null, 5, ["google-somebody"], {}, "x".repeat(256)],
  email: [
    undefined,
    "",
    null,
    5,
    {},
    ["admin@people.test"],
    "admin",
    "admin@",
    "@people.test",
    `${"x".repeat(250)}@b.test`,
    "admin@people.test\n",
    "admin@people.test\0",
    "admin@people.test,x@y.test",
    "<admin@people.test>",
    "a b@people.test",
  ],
  email_verified: [undefined, false, "true", "false", 1, 0, null, "", [], [true], {}, "yes"],
});
/** Wrong nonces for the sign-in that was begun. */
const wrongNonces = [undefined, "", null, "another-nonce", 1, ["nonce"]];

/** `person`: who is claimed. `session`: one of our own sessions. */
export const forgedGoogleTokens = (google: GoogleProvider, person: Claims, session: string): Forged[] => {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const header = { alg: "RS256", kid: google.key.kid, typ: "JWT" };
  const unsigned = (claims: unknown, head: object = header): string => `${part(head)}.${part(claims)}`;
  const signed = (claims: unknown, key: KeyObject = google.key.secret, head: object = header, hash = "sha256") => {
    const text = unsigned(claims, head);
    return `${text}.${sign(hash, Buffer.from(text), key).toString("base64url")}`;
  };
  const mac = (claims: unknown, secret: string, head: object): string => {
    const text = unsigned(claims, head);
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const right = (nonce: string | undefined): Claims => google.claimsOf({ ...person, ...(nonce && { nonce }) });
  const { kid, publicPem } = google.key;
  const jwk = keys.publicKey.export({ format: "jwk" });
  const heads: [string, object][] = [
    ["of the same name", header],
    ["of another name", { ...header, kid: "another" }],
    ["without a name", { alg: "RS256" }],
    ["named as a file", { ...header, kid: "../../../../dev/null" }],
    ["that it brings", { ...header, jwk, kid: undefined }],
    ["from an address", { ...header, jku: "https://evil.test/keys" }],
    ["of a certificate", { ...header, x5u: "https://evil.test/cert", x5c: ["AAAA"] }],
  ];
  const secrets: [string, string][] = [
    ["our public name", CLIENT_ID],
    ["the client's secret", CLIENT_SECRET],
    ["our own secret", JWT_SECRET],
    ["nothing", ""],
    ["Google's public key", publicPem],
    ["Google's public key as one line", publicPem.replaceAll("\n", "")],
  ];
  return [
    ...Object.entries(wrongClaims(google.issuer)).flatMap(([claim, values]) =>
      values.map(
        (value): Forged => [
          `${claim} ${JSON.stringify(value)?.slice(0, 60)}`,
          (nonce) => signed({ ...right(nonce), [claim]: value }),
        ],
      ),
    ),
    ...heads.map(
      ([what, head]): Forged => [`another key ${what}`, (nonce) => signed(right(nonce), keys.privateKey, head)],
    ),
    ...secrets.flatMap(([what, secret]): Forged[] => [
      [`HS256 with ${what}`, (nonce) => mac(right(nonce), secret, { alg: "HS256", kid })],
      [`RS256 in name, a secret in fact: ${what}`, (nonce) => mac(right(nonce), secret, header)],
    ]),
    ...["none", "None", "NONE", "nOnE", ""].flatMap((alg): Forged[] => [
      [`alg ${alg}`, (nonce) => `${unsigned(right(nonce), { ...header, alg })}.`],
      [`alg ${alg} with a signature`, (nonce) => signed(right(nonce), google.key.secret, { ...header, alg })],
    ]),
    ...["RS384", "RS512"].map(
      (alg): Forged => [
        `Google's key by ${alg}`,
        (nonce) => signed(right(nonce), google.key.secret, { ...header, alg }, alg.replace("RS", "sha")),
      ],
    ),
    [
      "an extension that must be understood",
      (nonce) => signed(right(nonce), google.key.secret, { ...header, crit: ["x"], x: 1 }),
    ],
    [
      "altered on the way",
      (nonce) => {
        const [head, , signature] = signed({ ...right(nonce), email: "somebody@gmail.test" }).split(".");
        return `${head}.${part(right(nonce))}.${signature}`;
      },
    ],
    [
      "its claims twice",
      (nonce) => {
        const [head, claims = "", signature] = signed({ ...right(nonce), email: "somebody@gmail.test" }).split(".");
        const text = Buffer.from(claims, "base64url").toString();
        return `${head}.${base64(`${text.slice(0, -1)},"email":"admin@people.test"}`)}.${signature}`;
      },
    ],
    ["without its signature", (nonce) => `${unsigned(right(nonce))}.`],
    ["of two parts", (nonce) => unsigned(right(nonce))],
    ["cut short", (nonce) => signed(right(nonce)).slice(0, -20)],
    ["with something behind", (nonce) => `${signed(right(nonce))}x`],
    ["no claims", () => signed(null)],
    ["a list of claims", (nonce) => signed([right(nonce)])],
    ["one of our own sessions", () => session],
    ["no token", () => "garbage"],
    ["dots", () => ".."],
  ];
};

/** Signed as Google signs, but for another sign-in than the one that was begun, or for none. */
export const ofOtherSignIns = (google: GoogleProvider, person: Claims): Forged[] =>
  wrongNonces.map((nonce) => [
    `nonce ${JSON.stringify(nonce)}`,
    () => {
      const text = `${part({ alg: "RS256", kid: google.key.kid })}.${part({ ...google.claimsOf(person), nonce })}`;
      return `${text}.${sign("sha256", Buffer.from(text), google.key.secret).toString("base64url")}`;
    },
  ]);
