// Schemas of the REST calls on passkeys. The parts of WebAuthn have the names of its JSON serialization, so that a
// browser's own functions read and write them.
import * as z from "zod/mini";
import { line, opaque } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { loginBody } from "./accounts.ts";

export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, "must be base64url"));
const CREDENTIAL_ID_MAX = 1_400;
const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

export const passkeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: wireTime,
  lastUsedAt: z.nullable(wireTime),
  /** The passkey is copied to the owner's other devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** The passkey that was added last comes first. */
export const passkeysAnswer = z.object({ passkeys: z.array(passkeySchema) });
export const passkeyNameBody = z.strictObject({ name: line(1, PASSKEY_NAME_MAX) });

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(transport),
});
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptor),
});

export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** `password` may be absent for ten minutes after the log-in, or after another proof. */
export const addPasskeyOptionsBody = z.strictObject({ password: z.optional(loginBody.shape.password) });
export const addPasskeyOptionsAnswer = z.object({ options: passkeyCreationOptions });
export const passkeyOptionsAnswer = z.object({ options: passkeyRequestOptions });

/** Browsers may add members, which are left out. */
const credential = {
  id: base64url(CREDENTIAL_ID_MAX),
  rawId: base64url(CREDENTIAL_ID_MAX),
  type: z.literal("public-key"),
};
const clientDataJSON = base64url(4_000);
export const addPasskeyBody = z.strictObject({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(16_000),
      transports: z.optional(z.array(opaque(40)).check(z.maxLength(10))),
    }),
  }),
});
export type NewPasskeyCredential = z.infer<typeof addPasskeyBody>["credential"];

export const usePasskeyBody = z.strictObject({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      authenticatorData: base64url(4_000),
      signature: base64url(2_000),
      userHandle: z.optional(z.nullable(base64url(100))),
    }),
  }),
});
export type PasskeyCredential = z.infer<typeof usePasskeyBody>["credential"];

export const provePasskeyAnswer = z.object({ provedAt: wireTime });

export const passkeyTransports = transport.options;
export type PasskeyTransport = z.infer<typeof transport>;
