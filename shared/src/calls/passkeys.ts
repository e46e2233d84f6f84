// Passkeys.
import { sessionAnswer } from "../rest/accounts.ts";
import {
  addPasskeyBody,
  addPasskeyOptionsAnswer,
  addPasskeyOptionsBody,
  passkeyNameBody,
  passkeyOptionsAnswer,
  passkeysAnswer,
  provePasskeyAnswer,
  usePasskeyBody,
} from "../rest/passkeys.ts";
import { callsIn, idParams } from "./call.ts";
import { LOG_IN } from "./costs.ts";
import { passkeySamples } from "./passkey-samples.ts";
import { session } from "./samples.ts";

const call = callsIn("Accounts");

const { passkey, descriptor, creationOptions, requestOptions, newCredential, credential } = passkeySamples;

export const requestPasskeyLogIn = call({
  route: "POST /api/auth/passkeys/log-in-options",
  access: "anyone",
  summary: "A challenge to log in with a passkey",
  description:
    "Give `options` to `navigator.credentials.get`. They name no passkey and no account. The challenge works once, " +
    "within five minutes.",
  answer: passkeyOptionsAnswer,
  limit: 1_200,
  cost: LOG_IN,
  examples: { answer: { options: requestOptions } },
});

export const logInWithPasskey = call({
  route: "POST /api/auth/passkeys/log-in",
  // The passkey's signature says whose it is.
  access: "anyone",
  summary: "Log in with a passkey",
  description: "`UNAUTHENTICATED` with one text, whatever is wrong with the passkey or its challenge.",
  body: usePasskeyBody,
  answer: sessionAnswer,
  limit: 1_200,
  cost: LOG_IN,
  examples: { body: { credential }, answer: session },
});

export const requestPasskeyCreation = call({
  route: "POST /api/auth/passkeys/options",
  access: "signed in",
  summary: "A challenge to add a passkey",
  description:
    "Give `options` to `navigator.credentials.create`. `password` may be left out for ten minutes after the log-in " +
    "or another proof; `INVALID` with an issue at `password` asks for it. The challenge works once, within five " +
    "minutes, in this session.",
  body: addPasskeyOptionsBody,
  answer: addPasskeyOptionsAnswer,
  limit: 50,
  // A passkey logs in without the code, so a password alone must not add one.
  proof: "with a factor",
  examples: { body: { password: "correct horse" }, answer: { options: creationOptions } },
});

export const addPasskey = call({
  route: "POST /api/auth/passkeys",
  access: "signed in",
  summary: "Add a passkey to your account",
  description:
    "`VERIFICATION_FAILED` if the credential is not valid for this site, or its challenge was used or is too old. At " +
    "most 20 passkeys. The owner gets a mail.",
  body: addPasskeyBody,
  answer: passkeysAnswer,
  status: 201,
  limit: 50,
  examples: { body: { credential: newCredential }, answer: { passkeys: [{ ...passkey, lastUsedAt: null }] } },
});

export const listPasskeys = call({
  route: "GET /api/auth/passkeys",
  access: "signed in",
  summary: "Your passkeys, last added first",
  answer: passkeysAnswer,
  examples: { answer: { passkeys: [passkey] } },
});

export const renamePasskey = call({
  route: "PATCH /api/auth/passkeys/:id",
  access: "signed in",
  summary: "Rename one of your passkeys",
  params: idParams,
  body: passkeyNameBody,
  answer: passkeysAnswer,
  examples: { body: { name: "Blue phone" }, answer: { passkeys: [{ ...passkey, name: "Blue phone" }] } },
});

export const removePasskey = call({
  route: "DELETE /api/auth/passkeys/:id",
  access: "signed in",
  summary: "Remove one of your passkeys; it logs nobody in from then on",
  params: idParams,
  answer: passkeysAnswer,
  proof: "with a factor",
  examples: { answer: { passkeys: [] } },
});

export const requestPasskeyProof = call({
  route: "POST /api/auth/passkeys/prove-options",
  access: "signed in",
  summary: "A challenge to prove with a passkey that it is you",
  description: "Like `log-in-options`, with the account's own passkeys named. Only this session may use it.",
  answer: passkeyOptionsAnswer,
  limit: 1_200,
  examples: { answer: { options: { ...requestOptions, allowCredentials: [descriptor] } } },
});

export const proveWithPasskey = call({
  route: "POST /api/auth/passkeys/prove",
  access: "signed in",
  summary: "Prove with a passkey that it is you",
  description: "The proof counts for this session, for ten minutes. `VERIFICATION_FAILED` if it is not valid.",
  body: usePasskeyBody,
  answer: provePasskeyAnswer,
  limit: 1_200,
  examples: { body: { credential }, answer: { provedAt: "2026-11-21T08:06:01.004Z" } },
});
