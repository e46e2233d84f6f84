// Google's word, forged in each claim and each part of its signature, on both ways of signing in: nobody gets in, no
// account is made, and the administrator whose address it names is linked to nobody.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Browser,
  CLIENT_ID,
  type Claims,
  type GoogleProvider,
  googlePerson,
  startGoogle,
} from "../support/e2e-google.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { JWT_SECRET, startTestServer, type TestServer } from "../support/e2e-server.ts";

const SECRET = "the-client-secret";
const START = "/api/auth/google";
const now = (): number => Math.floor(Date.now() / 1000);

const base64 = (data: string | Buffer): string => Buffer.from(data).toString("base64url");
const part = (json: unknown): string => base64(JSON.stringify(json));

/** Of each claim, what must not be believed; undefined leaves it out. */
const wrongClaims = (issuer: string): Readonly<Record<string, readonly unknown[]>> => ({
  iss: [
    ...[undefined, "", null, 1, [issuer], "accounts.google.com", "https://accounts.google.com", "https://evil.test"],
    ...[
      `${issuer}/`,
      issuer.toUpperCase(),
      issuer.replace("http:", "https:"),
      `${issuer}.evil.test`,
      `${issuer}@evil.test`,
    ],
  ],
  aud: [
    ...[undefined, "", null, 1, [], {}, "another-client", ["another-client"], [CLIENT_ID, "another-client"]],
    ...[["another-client", CLIENT_ID], [[CLIENT_ID]], [CLIENT_ID, CLIENT_ID], CLIENT_ID.toUpperCase(), ` ${CLIENT_ID}`],
    ...[`${CLIENT_ID}.evil.test`, CLIENT_ID.slice(0, -1), `${CLIENT_ID},another-client`],
  ],
  azp: ["another-client", "", 1, ["another-client"], {}, `${CLIENT_ID}.evil.test`, [CLIENT_ID, "another-client"]],
  exp: [undefined, now() - 60, now() - 7200, 0, -1, null, "never", String(now() + 3600), [], {}],
  iat: [undefined, now() + 600, now() + 7200, 4e9, now() - 7200, 0, null, "now", [], {}],
  nbf: [now() + 600, 4e9, "tomorrow", {}],
  sub: [undefined, "", null, 5, ["google-mallory"], {}, "x".repeat(256)],
  email: [
    ...[
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
    ],
    ...[
      "admin@people.test\n",
      "admin@people.test\0",
      "admin@people.test,x@y.test",
      "<admin@people.test>",
      "a b@people.test",
    ],
  ],
  email_verified: [undefined, false, "true", "false", 1, 0, null, "", [], [true], {}, "yes"],
});
/** Of the sign-in that was begun. */
const wrongNonces = [undefined, "", null, "another-nonce", 1, ["nonce"]];

describe("Google's word, forged", () => {
  let google: GoogleProvider;
  let server: TestServer;
  let admin: Person;
  let foreign: KeyObject;
  /** From the sign-in's nonce (none for the button) to a token. */
  let forged: [what: string, make: (nonce: string | undefined) => string][];
  const mallory = googlePerson("mallory", { email: "admin@people.test" });

  beforeAll(async () => {
    google = await startGoogle();
    server = await startTestServer({
      database: "pglite",
      config: { google: { clientId: CLIENT_ID, secret: SECRET, issuer: google.issuer } },
    });
    admin = await makePerson(server, "admin", { role: "admin" });
    const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
    foreign = keys.privateKey;
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
    const right = (nonce: string | undefined): Claims => google.claimsOf({ ...mallory, ...(nonce && { nonce }) });
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
      ["the client's secret", SECRET],
      ["our own secret", JWT_SECRET],
      ["nothing", ""],
      ["Google's public key", publicPem],
      ["Google's public key as one line", publicPem.replaceAll("\n", "")],
    ];
    forged = [
      ...Object.entries(wrongClaims(google.issuer)).flatMap(([claim, values]) =>
        values.map((value): (typeof forged)[number] => [
          `${claim} ${JSON.stringify(value)?.slice(0, 60)}`,
          (nonce) => signed({ ...right(nonce), [claim]: value }),
        ]),
      ),
      ...heads.map(([what, head]): (typeof forged)[number] => [
        `another key ${what}`,
        (nonce) => signed(right(nonce), foreign, head),
      ]),
      ...secrets.flatMap(([what, secret]): typeof forged => [
        [`HS256 with ${what}`, (nonce) => mac(right(nonce), secret, { alg: "HS256", kid })],
        [`RS256 in name, a secret in fact: ${what}`, (nonce) => mac(right(nonce), secret, header)],
      ]),
      ...["none", "None", "NONE", "nOnE", ""].flatMap((alg): typeof forged => [
        [`alg ${alg}`, (nonce) => `${unsigned(right(nonce), { ...header, alg })}.`],
        [`alg ${alg} with a signature`, (nonce) => signed(right(nonce), google.key.secret, { ...header, alg })],
      ]),
      ...["RS384", "RS512"].map((alg): (typeof forged)[number] => [
        `Google's key by ${alg}`,
        (nonce) => signed(right(nonce), google.key.secret, { ...header, alg }, alg.replace("RS", "sha")),
      ]),
      [
        "an extension that must be understood",
        (nonce) => signed(right(nonce), google.key.secret, { ...header, crit: ["x"], x: 1 }),
      ],
      [
        "altered on the way",
        (nonce) => {
          const [head, , signature] = signed({ ...right(nonce), email: "mallory@gmail.test" }).split(".");
          return `${head}.${part(right(nonce))}.${signature}`;
        },
      ],
      [
        "its claims twice",
        (nonce) => {
          const [head, claims = "", signature] = signed({ ...right(nonce), email: "mallory@gmail.test" }).split(".");
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
      ["one of our own sessions", () => admin.token],
      ["no token", () => "garbage"],
      ["dots", () => ".."],
    ];
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });
  const report = (what: string, tried: number, bad: readonly string[]): void => {
    process.stdout.write(`  ${what}: ${tried} tried, ${bad.length} bad\n`);
    expect(bad).toEqual([]);
  };
  const accounts = async () =>
    JSON.stringify(
      await server.query("select id, username, email, google_id, token_version, revision from users order by id"),
    );

  it("is refused by the button", async () => {
    const bad: string[] = [];
    const before = await accounts();
    for (const [what, make] of forged) {
      const { status, body } = await server.api("POST", START, { body: { googleToken: make(undefined) } });
      if (status !== 401 || body.message !== "Google Sign-In failed" || body.token) bad.push(`${what}: ${status}`);
    }
    if ((await accounts()) !== before) bad.push("an account changed");
    report("Google's word forged, by the button", forged.length, bad);
  });

  it("is refused on the way back from Google", async () => {
    const bad: string[] = [];
    const before = await accounts();
    const nonces = wrongNonces.map((nonce): (typeof forged)[number] => [
      `nonce ${JSON.stringify(nonce)}`,
      () => {
        const text = `${part({ alg: "RS256", kid: google.key.kid })}.${part({ ...google.claimsOf(mallory), nonce })}`;
        return `${text}.${sign("sha256", Buffer.from(text), google.key.secret).toString("base64url")}`;
      },
    ]);
    for (const [what, make] of [...forged, ...nonces]) {
      const browser = new Browser(server);
      const start = await browser.visit(START);
      const token = make(new URL(start.to).searchParams.get("nonce") ?? "");
      google.onTokens = ({ body }) => {
        body.id_token = token;
      };
      const { status, to } = await browser.visit((await browser.visit(start.to)).to);
      if (status !== 302 || to !== `${server.config.publicUrl}/auth/callback?error=oauth_failed`)
        bad.push(`${what}: ${to}`);
    }
    google.onTokens = () => {};
    if ((await accounts()) !== before) bad.push("an account changed");
    report("Google's word forged, by redirect", forged.length + nonces.length, bad);
  });

  it("is believed where nothing is wrong with it, and gives no more than it may", async () => {
    const said = {
      azp: CLIENT_ID,
      hd: "people.test",
      role: "admin",
      isAdmin: true,
      balance: 5,
      picture: "javascript:x",
    };
    const googleToken = await google.idToken(googlePerson("honest", said));
    const { status, body } = await server.api("POST", START, { body: { googleToken } });
    expect([status, body.user?.role, body.user?.balance]).toEqual([200, "user", 0]);
    google.person = googlePerson("honest", said);
    const browser = new Browser(server);
    const start = await browser.visit(START);
    const { to } = await browser.visit((await browser.visit(start.to)).to);
    expect(JSON.parse(new URL(to).searchParams.get("user") ?? "{}")).toEqual(body.user);
  });
});
