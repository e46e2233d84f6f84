// Forged session tokens, as an attacker would make them who knows their format: every part is written by hand.
import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { Person } from "./e2e-people.ts";
import { JWT_SECRET } from "./e2e-server.ts";

type Json = Record<string, unknown>;

const base64 = (data: string | Buffer): string => Buffer.from(data).toString("base64url");
const part = (json: unknown): string => base64(JSON.stringify(json));
const unsignedOf = (header: Json, claims: unknown): string => `${part(header)}.${part(claims)}`;
const hmac = (text: string, secret: string | Buffer, hash = "sha256"): string =>
  createHmac(hash, secret).update(text).digest("base64url");

const HEADER: Json = { alg: "HS256", typ: "JWT" };
/** Signed as the server signs, whatever it says. */
const signedWith = (claims: unknown, secret: string | Buffer = JWT_SECRET, header: Json = HEADER): string => {
  const text = typeof claims === "string" ? `${part(header)}.${base64(claims)}` : unsignedOf(header, claims);
  return `${text}.${hmac(text, secret)}`;
};

/** Each would be the victim's session, had it been believed. The other person's token is a real one. */
export const forgedTokens = (victim: Person, other: Person): [what: string, token: string][] => {
  const [userId, sid, real] = [victim.id, victim.sessionId, other.token];
  const now = Math.floor(Date.now() / 1000);
  const claims: Json = { sub: userId, sid, iss: "jara", aud: "jara", iat: now, exp: now + 3600 };
  const without = (name: string): Json => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const [head = "", payload = "", signature = ""] = real.split(".");

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ed = generateKeyPairSync("ed25519");
  const asymmetric = (alg: string, more: Json = {}): string => {
    const text = unsignedOf({ alg, typ: "JWT", ...more }, claims);
    const key = alg.startsWith("ES") ? ec : alg === "EdDSA" ? ed : rsa;
    const options = { key: key.privateKey, dsaEncoding: "ieee-p1363" as const };
    return `${text}.${sign(alg === "EdDSA" ? null : "sha256", Buffer.from(text), options).toString("base64url")}`;
  };
  const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
  const publicJwk = rsa.publicKey.export({ format: "jwk" });

  const unsigned = ["none", "None", "NONE", "nOnE", "", "null", "HS256"].flatMap((alg): [string, string][] => [
    [`alg ${alg} and no signature`, `${unsignedOf({ ...HEADER, alg }, claims)}.`],
    [`alg ${alg} and another's signature`, `${unsignedOf({ ...HEADER, alg }, claims)}.${signature}`],
    [`alg ${alg} and two parts`, unsignedOf({ ...HEADER, alg }, claims)],
  ]);
  const keys: [string, string][] = [
    ...["", "secret", "jara", JWT_SECRET.slice(1), `${JWT_SECRET} `, JWT_SECRET.toUpperCase(), "\0", publicPem].map(
      (secret): [string, string] => [`the secret ${JSON.stringify(secret.slice(0, 12))}`, signedWith(claims, secret)],
    ),
    ["the secret as base64", signedWith(claims, Buffer.from(JWT_SECRET, "base64"))],
    ...["HS384", "HS512"].map((alg): [string, string] => {
      const text = unsignedOf({ alg, typ: "JWT" }, claims);
      return [`our secret by ${alg}`, `${text}.${hmac(text, JWT_SECRET, alg.replace("HS", "sha"))}`];
    }),
    ...["RS256", "PS256", "ES256", "EdDSA"].map((alg): [string, string] => [
      `a key of their own, ${alg}`,
      asymmetric(alg),
    ]),
    ["a key that it brings", asymmetric("RS256", { jwk: publicJwk })],
    ["a key from an address", asymmetric("RS256", { jku: "https://evil.test/keys", kid: "1" })],
    ["a certificate from an address", asymmetric("RS256", { x5u: "https://evil.test/cert", x5c: ["AAAA"] })],
    ...["/dev/null", "../../../../dev/null", "' or '1'='1", "jara", "__proto__"].map((kid): [string, string] => [
      `the key named ${kid}, which is empty`,
      signedWith(claims, "", { ...HEADER, kid }),
    ]),
    ["RS256 over our secret's HMAC", signedWith(claims, JWT_SECRET, { alg: "RS256", typ: "JWT" })],
    ["a list of algorithms", signedWith(claims, JWT_SECRET, { alg: ["HS256"], typ: "JWT" })],
    [
      "an extension that must be understood",
      signedWith(claims, JWT_SECRET, { ...HEADER, crit: ["admin"], admin: true }),
    ],
  ];
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    aud: ["other", "", "JARA", "jara ", ["other"], [], null, 1, true, {}, "jara,other", "https://jara.test"],
    iss: ["other", "", "JARA", "jara ", ["other"], [], null, 1, true, {}, "https://accounts.google.com"],
    exp: [now - 1, 0, -1, 1, null, "never", "", String(now + 3600), [], {}, true],
    nbf: [now + 3600, 4e9, "tomorrow", null, {}],
    sid: [0, 1, "", "1", null, true, [sid], {}, randomUUID(), other.sessionId, `${sid} `, `{${sid}}`, "*", userId],
    sub: [
      "",
      null,
      1,
      true,
      [userId],
      { id: userId },
      randomUUID(),
      "admin",
      "admin@people.test",
      `${userId} `,
      "*",
      ...wrongSubs(userId),
    ],
  };
  const claimed: [string, string][] = [
    ...Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value): [string, string] => [
        `${name} ${JSON.stringify(value)}`,
        signedWith({ ...claims, [name]: value }),
      ]),
    ),
    ...["sub", "sid", "iss", "aud", "iat", "exp"].map((name): [string, string] => [
      `no ${name}`,
      signedWith(without(name)),
    ]),
    ...[null, [], "text", 5, true, [claims]].map((json): [string, string] => [
      `the claims ${JSON.stringify(json)?.slice(0, 20)}`,
      signedWith(JSON.stringify(json)),
    ]),
    ["claims that are no JSON", signedWith("{")],
    ["claims of a prototype", signedWith(`{"__proto__":${JSON.stringify(claims)}}`)],
  ];
  const altered = (change: Json): string =>
    part({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...change });
  const twice = base64(
    `${Buffer.from(payload, "base64url").toString().slice(0, -1)},"sub":"${userId}","sid":"${sid}"}`,
  );
  const rebuilt: [string, string][] = [
    ...[{ sub: userId }, { sid }, { sub: userId, sid }, { role: "admin" }, { exp: 9e9 }, { aud: ["jara"] }].map(
      (change): [string, string] => [`altered: ${JSON.stringify(change)}`, `${head}.${altered(change)}.${signature}`],
    ),
    ["another's claims under a real signature", `${head}.${part(claims)}.${signature}`],
    ["claims twice", `${head}.${twice}.${signature}`],
    ["another header", `${part({ typ: "JWT", alg: "HS256" })}.${payload}.${signature}`],
    ["no signature", `${head}.${payload}.`],
    ["no last part", `${head}.${payload}`],
    ["no first part", `.${payload}.${signature}`],
    ["no claims", `${head}..${signature}`],
    ["four parts", `${real}.${signature}`],
    ["five parts, as an encrypted one", `${head}....${signature}`],
    ["parts in another order", `${payload}.${head}.${signature}`],
    ["in front of something", `x${real}`],
    ["before something", `${real}x`],
    ["a real one twice", `${real}${real}`],
    ["a real one and another", `${real},${real}`],
    ["in quotes", `"${real}"`],
    ["as JSON", JSON.stringify({ token: real })],
    ["encoded once more", base64(real)],
    ["the word Bearer within", `Bearer ${real}`],
    ...[1, 10, head.length, head.length + 20, real.length - 20, real.length - 2].map((length): [string, string] => [
      `cut after ${length}`,
      real.slice(0, length),
    ]),
    ...[0, 7, 21, 41].map((at): [string, string] => [
      `one letter of the signature, ${at}`,
      `${head}.${payload}.${signature.slice(0, at)}${signature[at] === "A" ? "B" : "A"}${signature.slice(at + 1)}`,
    ]),
    ["enormous", `${head}.${"A".repeat(6_000)}.${signature}`],
    ["enormous claims", signedWith({ ...claims, sub: "x".repeat(4_000) })],
    ...["null", "undefined", "true", "[object Object]", "..", "a.b.c", "0", "{}", "%00", "admin", userId].map(
      (word): [string, string] => [`the word ${word}`, word],
    ),
  ];
  return [...unsigned, ...keys, ...claimed, ...rebuilt];
};

const wrongSubs = (userId: string): string[] => [
  `' or id = '${userId}`,
  `${userId},${userId}`,
  `{${userId}}`,
  userId.replaceAll("-", ""),
  `${userId}'::uuid`,
];
