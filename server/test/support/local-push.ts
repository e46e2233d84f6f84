// A push service on this machine. It speaks the protocol for real: it takes messages as RFC 8030 says, and checks the
// signature of RFC 8292. A "browser" of the tests has the keys of a subscription, and decrypts what came (RFC 8291).
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

const CURVE = "prime256v1";

interface Arrived {
  readonly path: string;
  readonly body: Buffer;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

export interface LocalPush {
  readonly origin: string;
  /**
   * The messages that each subscription got, in order. Only at a real service does a message replace a waiting one with
   * the same topic.
   */
  readonly arrived: Arrived[];
  /** The reasons for which messages were refused as no Web Push. */
  readonly wrong: string[];
  /** The answer to a message for this path; undefined: 201. */
  answers: (path: string) => Answer | undefined | Promise<Answer>;
  close(): Promise<void>;
}

export const startLocalPush = async (publicKey: string): Promise<LocalPush> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  const push: LocalPush = {
    origin: `http://127.0.0.1:${address.port}`,
    arrived: [],
    wrong: [],
    answers: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("request", async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? "";
    const given = await push.answers(path);
    if (given) return response.writeHead(given.status, given.headers).end();
    const wrong = problemOf(request.method, request.headers, body, { origin: push.origin, publicKey });
    if (wrong) {
      push.wrong.push(wrong);
      return response.writeHead(400).end(wrong);
    }
    const { ttl, urgency, topic } = request.headers;
    push.arrived.push({ path, body, ttl: Number(ttl), urgency: String(urgency), topic: topic as string | undefined });
    return response.writeHead(201, { location: `${push.origin}/message/${randomBytes(8).toString("hex")}` }).end();
  });
  return push;
};

/** Null if it is a message as the RFCs want it. */
const problemOf = (
  method: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
  site: { origin: string; publicKey: string },
): string | null => {
  if (method !== "POST") return "RFC 8030: not a POST";
  if (!/^\d+$/.test(String(headers.ttl))) return "RFC 8030: no TTL";
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) return "RFC 8030: no urgency";
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return "RFC 8030: no topic";
  if (headers["content-encoding"] !== "aes128gcm") return "RFC 8291: not aes128gcm";
  if (body.length > 4096) return "RFC 8291: more than 4096 bytes";
  return problemOfToken(headers.authorization ?? "", site);
};

const problemOfToken = (authorization: string, { origin, publicKey }: { origin: string; publicKey: string }) => {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) return "RFC 8292: another key";
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const signed = Buffer.from(`${header}.${claims}`);
  const verifier = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", signed, verifier, Buffer.from(signature, "base64url"))) return "RFC 8292: a wrong signature";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (aud !== origin) return `RFC 8292: for ${aud}`;
  const inS = exp - Date.now() / 1000;
  if (inS <= 0 || inS > 24 * 3600) return `RFC 8292: expires in ${inS} s`;
  return /^(mailto:|https:)/.test(sub) ? null : "RFC 8292: no subject";
};

export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

export interface TestBrowser {
  /** As the browser's `PushSubscription.toJSON()`. */
  readonly subscription: { endpoint: string; expirationTime: null; keys: PushKeys };
  readonly path: string;
  /** The messages that have come, decrypted with the browser's keys. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent; the tests say what it must be
  messages(): any[];
}

/** A browser that subscribed at the push service. */
export const openTestBrowser = (push: Pick<LocalPush, "origin" | "arrived">): TestBrowser => {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${randomBytes(12).toString("base64url")}`;
  const keys = { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return {
    path,
    subscription: { endpoint: `${push.origin}${path}`, expirationTime: null, keys },
    messages: () =>
      push.arrived.filter((one) => one.path === path).map(({ body }) => JSON.parse(decrypt(body, pair, auth))),
  };
};

/** RFC 8291, section 3.4, and RFC 8188, section 2. */
export const decrypt = (body: Buffer, pair: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const bytes = (secret: Buffer, salted: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, salted, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = bytes(pair.computeSecret(sender), auth, info, 32);
  const key = bytes(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = bytes(secret, salt, "Content-Encoding: nonce\0", 12);
  const opener = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
  // One record: the text ends with a 2, and zeros fill it up.
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no end of the record");
  return padded.subarray(0, end).toString();
};
