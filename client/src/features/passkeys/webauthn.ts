// The browser's own part of passkeys. The library is loaded when it is first needed, because most visits never do.
import type {
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from "@jara/shared/rest/passkeys";

const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** Passkeys need a browser that knows them, a secure connection, and a name instead of an IP address. */
export const canUsePasskeys = (): boolean =>
  typeof window.PublicKeyCredential === "function" && !IP_ADDRESS.test(window.location.hostname);

/** The field for the e-mail address can offer passkeys. */
export const canOfferInField = async (): Promise<boolean> =>
  canUsePasskeys() && ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** The person closed the browser's question, did not answer it, or another question replaced it. */
export class PasskeyCancelled extends Error {
  override readonly name = "PasskeyCancelled";
}

/** The message is a sentence for the person. */
export class PasskeyProblem extends Error {
  override readonly name = "PasskeyProblem";
}

const library = () => import("@simplewebauthn/browser");

/** By the name of the browser's error. */
const sentences: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotSupportedError: "This device cannot make a passkey. You can use a phone or a security key instead.",
  ConstraintError: "This device cannot make a passkey. Please set up a screen lock, or use a phone.",
  SecurityError: "Passkeys do not work at this address.",
};

const toPasskeyError = (error: unknown): Error => {
  const { name } = error as Error;
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyCancelled();
  return new PasskeyProblem(sentences[name] ?? "Your device could not do that. Please try again.");
};

/** Rejects with PasskeyCancelled or PasskeyProblem, here and below. */
export const makePasskey = async (options: PasskeyCreationOptions): Promise<NewPasskeyCredential> => {
  const { startRegistration } = await library();
  return await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw toPasskeyError(error);
  });
};

/** `inField`: the browser offers the passkeys in the field for the e-mail address and waits, instead of asking at once. */
export const askForPasskey = async (options: PasskeyRequestOptions, inField = false): Promise<PasskeyCredential> => {
  const { startAuthentication } = await library();
  return await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField }).catch((error: unknown) => {
    throw toPasskeyError(error);
  });
};

/** Ends the question that waits in a field. */
export const stopAsking = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony();
