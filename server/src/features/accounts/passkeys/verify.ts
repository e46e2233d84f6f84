// Checks what an authenticator signed: the type, the origin, the relying party's id, that it verified its user, and the
// signature. The database decides about the challenge and the counter, because each counts once on all servers.
import type { NewPasskeyCredential, PasskeyCredential } from "@jara/shared/rest/passkeys";
import {
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject, decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { RelyingParty } from "./relying-party.ts";

/** The signatures that every authenticator of today can make. */
export const algorithms = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

export type NewKey = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

export interface Assertion {
  /** As the authenticator signed it. */
  readonly challenge: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Called with the reason of a refusal, for the log. */
export type NoteRefusal = (reason: string) => void;

/** Notes the challenge that was signed, to be used up next. */
const noted = () => {
  let challenge = "";
  return {
    challenge: () => challenge,
    expectedChallenge: (signed: string): boolean => {
      challenge = signed;
      return signed !== "";
    },
  };
};

const refuseFrames = (clientDataJSON: string): void => {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin) throw new Error("the page was in a frame of another site");
};

/**
 * Refuses certificates of makers, because this site never asks for one. The library would call the addresses in a
 * certificate (of its list of revoked certificates), even if the sender has made the certificate.
 */
const refuseCertificates = (attestationObject: string): void => {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  if (format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)) return;
  throw new Error(`an attestation "${format}" was not asked for`);
};

/** Null: the answer is not valid for this site. The library throws for each check that fails. */
export const verifyNewKey = async (
  { id, origins }: RelyingParty,
  credential: NewPasskeyCredential,
  noteRefusal: NoteRefusal,
): Promise<{ key: NewKey; challenge: string } | null> => {
  const { challenge, expectedChallenge } = noted();
  const { transports = [], ...response } = credential.response;
  try {
    refuseFrames(response.clientDataJSON);
    refuseCertificates(response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...response, transports }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo) return { key: registrationInfo, challenge: challenge() };
    noteRefusal("the attestation is not valid");
  } catch (error) {
    noteRefusal((error as Error).message);
  }
  return null;
};

/** Null: the answer is not valid for this site and this key. */
export const verifyAssertion = async (
  { id, origins }: RelyingParty,
  credential: PasskeyCredential,
  publicKey: string,
  noteRefusal: NoteRefusal,
): Promise<Assertion | null> => {
  const { challenge, expectedChallenge } = noted();
  const { userHandle, ...response } = credential.response;
  try {
    refuseFrames(response.clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      // use-passkey.ts compares the counter with the stored one.
      credential: { id: credential.id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
    if (verified) return { challenge: challenge(), counter, isBackedUp };
    noteRefusal("the signature is wrong");
  } catch (error) {
    noteRefusal((error as Error).message);
  }
  return null;
};
