// An authenticator in software, for tests of the server: it makes P-256 keys and signs as a phone or a security key does.
// Every part of what it signs can be changed, as an attacker would.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskeyCredential, PasskeyCredential } from "@jara/shared/rest/passkeys";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const FLAGS = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, isBackedUp: 0x10, hasKey: 0x40 } as const;
const ES256 = -7;
const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();
const written = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** The values that are signed instead of the true ones. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** The counter of this signature. The authenticator's own does not change. */
  readonly counter?: number;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  /** An attestation of another form than "none". "self": signed by the new key, without a certificate. */
  readonly attestation?: "self" | { readonly format: string; readonly certificates: readonly Uint8Array[] };
  /** Signed by another key. */
  readonly key?: KeyObject;
}

export interface SoftwarePasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  /** Stays 0 for an authenticator that does not count. */
  counter: number;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

const clientDataOf = (type: string, challenge: string, origin: string, lies: Lies): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: lies.crossOrigin ?? false,
    }),
  );

const authenticatorData = (rpId: string, counter: number, lies: Lies, key?: Uint8Array): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(lies.counter ?? counter);
  const flags =
    ((lies.isPresent ?? true) ? FLAGS.present : 0) |
    ((lies.isVerified ?? true) ? FLAGS.verified : 0) |
    FLAGS.mayBeBackedUp |
    FLAGS.isBackedUp |
    (key ? FLAGS.hasKey : 0);
  return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), count, key ?? new Uint8Array()]);
};

/** The public key as COSE. */
const coseOf = (key: KeyObject): Uint8Array => {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
};

type Cbor = string | number | Uint8Array | Uint8Array[] | Map<string, Cbor>;
const attestationOf = ({ attestation }: Lies, authData: Uint8Array, sig: Uint8Array): Map<string, Cbor> => {
  const object = (fmt: string, statement: [string, Cbor][]) =>
    new Map<string, Cbor>([
      ["fmt", fmt],
      ["attStmt", new Map<string, Cbor>(statement)],
      ["authData", authData],
    ]);
  if (!attestation) return object("none", []);
  const signed: [string, Cbor][] = [
    ["alg", ES256],
    ["sig", sig],
  ];
  if (attestation === "self") return object("packed", signed);
  return object(attestation.format, [...signed, ["x5c", [...attestation.certificates]]]);
};

/** `origin`: the page that the browser shows. */
export const createAuthenticator = (origin: string, { counts = true }: { counts?: boolean } = {}) => ({
  /** Makes a passkey. `known` makes another credential with the id of an earlier one. */
  create(
    { challenge, rp, user }: CreationOptions,
    lies: Lies = {},
    known?: SoftwarePasskey,
  ): { passkey: SoftwarePasskey; credential: NewPasskeyCredential } {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const rawId = known ? Buffer.from(known.id, "base64url") : randomBytes(32);
    const id = written(rawId);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const key = Buffer.concat([Buffer.alloc(16), length, rawId, coseOf(publicKey)]);
    const clientData = clientDataOf("webauthn.create", challenge, origin, lies);
    const data = authenticatorData(rp.id, 0, lies, key);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey);
    const attestation = attestationOf(lies, new Uint8Array(data), new Uint8Array(signature));
    return {
      passkey: { id, rpId: rp.id, userHandle: user.id, key: privateKey, counter: 0 },
      credential: {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: written(clientData),
          attestationObject: written(isoCBOR.encode(attestation)),
          transports: ["internal", "hybrid"],
        },
      },
    };
  },

  /** Signs a challenge, and counts, unless `lies` names the counter. */
  get(passkey: SoftwarePasskey, { challenge }: { challenge: string }, lies: Lies = {}): PasskeyCredential {
    if (counts && lies.counter === undefined) passkey.counter += 1;
    const clientData = clientDataOf("webauthn.get", challenge, origin, lies);
    const data = authenticatorData(passkey.rpId, passkey.counter, lies);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), lies.key ?? passkey.key);
    return {
      id: passkey.id,
      rawId: passkey.id,
      type: "public-key",
      response: {
        clientDataJSON: written(clientData),
        authenticatorData: written(data),
        signature: written(signature),
        userHandle: lies.userHandle ?? passkey.userHandle,
      },
    };
  },
});
export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>;
