// The requests about passkeys. Each answer about the account's own passkeys is the whole list.
import type {
  NewPasskeyCredential,
  Passkey,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from "@jara/shared/rest/passkeys";
import type { User } from "@jara/shared/users";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

interface Passkeys {
  passkeys: Passkey[];
}
export interface PasskeySession {
  user: User;
  token: string;
}

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await api.get<Passkeys>("/auth/passkeys", undefined, signal)).passkeys,
  gcTime: 0,
  staleTime: 0,
});

const optionsAt = async <T>(path: string, body?: object): Promise<T> =>
  (await api.post<{ options: T }>(`/auth/passkeys/${path}`, body)).options;

export const logInOptions = () => optionsAt<PasskeyRequestOptions>("log-in-options");
export const proveOptions = () => optionsAt<PasskeyRequestOptions>("prove-options");
export const addOptions = (password: string | undefined) =>
  optionsAt<PasskeyCreationOptions>("options", password === undefined ? {} : { password });

export const logInWithPasskey = (credential: PasskeyCredential) =>
  api.post<PasskeySession>("/auth/passkeys/log-in", { credential });
export const proveWithPasskey = async (credential: PasskeyCredential) =>
  (await api.post<{ provedAt: string }>("/auth/passkeys/prove", { credential })).provedAt;
export const addPasskey = async (credential: NewPasskeyCredential) =>
  (await api.post<Passkeys>("/auth/passkeys", { credential })).passkeys;

const pathOf = (id: string) => `/auth/passkeys/${encodeURIComponent(id)}`;
export const renamePasskey = async (id: string, name: string) =>
  (await api.patch<Passkeys>(pathOf(id), { name })).passkeys;
export const removePasskey = async (id: string) => (await api.delete<Passkeys>(pathOf(id))).passkeys;
