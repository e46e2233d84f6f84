// The requests about passkeys. Each answer about the account's own passkeys is the whole list.
import * as calls from "@jara/shared/calls/passkeys";
import type { NewPasskeyCredential, PasskeyCredential } from "@jara/shared/rest/passkeys";
import type { User } from "@jara/shared/users";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export interface PasskeySession {
  user: User;
  token: string;
}

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await ask(calls.listPasskeys, { signal })).passkeys,
  gcTime: 0,
  staleTime: 0,
});

export const logInOptions = async () => (await ask(calls.requestPasskeyLogIn)).options;
export const proveOptions = async () => (await ask(calls.requestPasskeyProof)).options;
export const addOptions = async (password: string | undefined) =>
  (await ask(calls.requestPasskeyCreation, { body: password === undefined ? {} : { password } })).options;

export const logInWithPasskey = (credential: PasskeyCredential) =>
  ask(calls.logInWithPasskey, { body: { credential } });
export const proveWithPasskey = async (credential: PasskeyCredential) =>
  (await ask(calls.proveWithPasskey, { body: { credential } })).provedAt;
export const addPasskey = async (credential: NewPasskeyCredential) =>
  (await ask(calls.addPasskey, { body: { credential } })).passkeys;

export const renamePasskey = async (id: string, name: string) =>
  (await ask(calls.renamePasskey, { params: { id }, body: { name } })).passkeys;
export const removePasskey = async (id: string) => (await ask(calls.removePasskey, { params: { id } })).passkeys;
