// Makes the calls on passkeys, as a browser with an authenticator makes them.
import type { NewPasskeyCredential, PasskeyCredential } from "@jara/shared/rest/passkeys";
import { PASSWORD } from "./e2e-mailbox.ts";
import type { ApiAnswer, TestServer } from "./e2e-server.ts";
import {
  createAuthenticator,
  type Lies,
  type SoftwareAuthenticator,
  type SoftwarePasskey,
} from "./software-authenticator.ts";

type ServerPart = Pick<TestServer, "api">;

/** The PUBLIC_URL of the test servers. */
export const SITE = "http://localhost:3000";
export const authenticator = createAuthenticator(SITE);

/** Call `"log-in"` without a token, `"prove"` and `""` (to add) with one. */
export const passkeyOptions = async (server: ServerPart, what: "" | "log-in" | "prove", token?: string) => {
  const path = `/api/auth/passkeys/${what === "" ? "" : `${what}-`}options`;
  const body = what === "" ? { password: PASSWORD } : undefined;
  const answer = await server.api("POST", path, { token, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.options;
};

export const sendNewPasskey = (server: ServerPart, token: string, credential: NewPasskeyCredential) =>
  server.api("POST", "/api/auth/passkeys", { token, body: { credential } });

export const addPasskey = async (server: ServerPart, token: string, by = authenticator): Promise<SoftwarePasskey> => {
  const { passkey, credential } = by.create(await passkeyOptions(server, "", token));
  const { status, text } = await sendNewPasskey(server, token, credential);
  if (status !== 201) throw new Error(`no passkey: ${status} ${text}`);
  return passkey;
};

export const sendLogIn = (server: ServerPart, credential: PasskeyCredential, headers = {}) =>
  server.api("POST", "/api/auth/passkeys/log-in", { body: { credential }, headers });

export const sendProof = (server: ServerPart, token: string, credential: PasskeyCredential) =>
  server.api("POST", "/api/auth/passkeys/prove", { token, body: { credential } });

export const logInByPasskey = async (
  server: ServerPart,
  passkey: SoftwarePasskey,
  lies: Lies = {},
  by: SoftwareAuthenticator = authenticator,
): Promise<ApiAnswer> => sendLogIn(server, by.get(passkey, await passkeyOptions(server, "log-in"), lies));

export const proveByPasskey = async (
  server: ServerPart,
  token: string,
  passkey: SoftwarePasskey,
  lies: Lies = {},
): Promise<ApiAnswer> =>
  sendProof(server, token, authenticator.get(passkey, await passkeyOptions(server, "prove", token), lies));
