// Examples of the calls on passkeys, for the OpenAPI document. The credentials are as an authenticator makes them.
import type {
  NewPasskeyCredential,
  Passkey,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from "../rest/passkeys.ts";

const passkey: Passkey = {
  _id: "9b1f6c52-4f0e-4a7e-9d33-1c2f0e7a5b64",
  name: "Chrome on Android",
  createdAt: "2026-11-18T17:32:10.000Z",
  lastUsedAt: "2026-11-21T08:05:42.120Z",
  isSynced: true,
};

const descriptor = {
  id: "pZrDO_lT2gkX0SkPn7NzudV4fAMd-2ISu2EQEgj9nzI",
  type: "public-key" as const,
  transports: ["hybrid" as const, "internal" as const],
};

const creationOptions: PasskeyCreationOptions = {
  challenge: "3pVbX0s8H1vZkq2Yt6cJr9wLmNfGa7uDiE5oTjQxKBg",
  rp: { id: "auction.example", name: "Jara" },
  user: { id: "pZ0mQd3vYk8sWf1hTn6rLc2xBe9gJu4iAo7tKy5wRqE", name: "ada@example.ng", displayName: "ada" },
  pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: "public-key" })),
  timeout: 300_000,
  attestation: "none",
  excludeCredentials: [descriptor],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
};

const requestOptions: PasskeyRequestOptions = {
  challenge: "Qm7sVx2kLd9pTz4wHc8nYb1fRj6gUe3aSo5iXq0tKvM",
  rpId: "auction.example",
  timeout: 300_000,
  userVerification: "required",
  allowCredentials: [],
};

const newCredential: NewPasskeyCredential = {
  id: "pZrDO_lT2gkX0SkPn7NzudV4fAMd-2ISu2EQEgj9nzI",
  rawId: "pZrDO_lT2gkX0SkPn7NzudV4fAMd-2ISu2EQEgj9nzI",
  type: "public-key",
  response: {
    clientDataJSON:
      "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiM3BWYlgwczhIMXZaa3EyWXQ2Y0pyOXdMbU5mR2E3dURpRTVvVGpReEtCZyIsIm9yaWdpbiI6Imh0dHBzOi8vYXVjdGlvbi5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
    attestationObject:
      "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikxZ7rbNKJuzRJ7cZHDl_gfXm8SXtd0K8B-ZTNKazxBeJdAAAAAAAAAAAAAAAAAAAAAAAAAAAAIKWawzv5U9oJF9EpD5-zc7nVeHwDHftiErthEBII_Z8ypQECAyYgASFYIKAhSu3JRHAjsIZ8Abo2GsxyQwKxI8NsQf8few0WXRpjIlggYMsxjZFlyvWKQ0u_xr8a7QOuj03NkbIVrki9k6BaeOk",
    transports: ["internal", "hybrid"],
  },
};

const credential: PasskeyCredential = {
  id: "pZrDO_lT2gkX0SkPn7NzudV4fAMd-2ISu2EQEgj9nzI",
  rawId: "pZrDO_lT2gkX0SkPn7NzudV4fAMd-2ISu2EQEgj9nzI",
  type: "public-key",
  response: {
    clientDataJSON:
      "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiUW03c1Z4MmtMZDlwVHo0d0hjOG5ZYjFmUmo2Z1VlM2FTbzVpWHEwdEt2TSIsIm9yaWdpbiI6Imh0dHBzOi8vYXVjdGlvbi5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ",
    authenticatorData: "xZ7rbNKJuzRJ7cZHDl_gfXm8SXtd0K8B-ZTNKazxBeIdAAAAAQ",
    signature: "MEQCIFdzfWjGshyGz5HsNb1QMUEeieufu_kYKDvbrNR2W0epAiBXvxhtoLbBWssix6fWdGul0hPIlRG8zWl6wFF-qFgklA",
    userHandle: "pZ0mQd3vYk8sWf1hTn6rLc2xBe9gJu4iAo7tKy5wRqE",
  },
};

export const passkeySamples = { passkey, descriptor, creationOptions, requestOptions, newCredential, credential };
