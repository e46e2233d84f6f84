// Downloads a file of the API under the server's name for it. It uses fetch, because a plain link cannot carry the session.

import type { Call } from "@jara/shared/calls/call";
import { useMutation } from "@tanstack/react-query";
import { API_BASE, callAs, type Given, messageOf, pathOf, readAnswer, withProof } from "../lib/api.ts";
import { saveFile } from "../lib/save-file.ts";
import { toast } from "../store/toast.ts";

/** `otherwise`: the file's name if the server gives none. Throws the server's refusal. */
export const download = <C extends Call>(call: C, given: Given<C>, otherwise: string): Promise<void> =>
  withProof(() => downloadOnce(pathOf(call, given), otherwise));

/** For a button that downloads a file; a toast says if that fails. */
export const useDownload = <What = void>(failed: string, save: (what: What) => Promise<void>) =>
  useMutation({ mutationFn: save, onError: (error) => toast.error(messageOf(error, failed)) });

const downloadOnce = async (path: string, otherwise: string): Promise<void> => {
  const { token, headers } = callAs();
  const response = await fetch(`${API_BASE}${path}`, { method: "GET", headers: { ...headers, accept: "*/*" } });
  if (!response.ok) readAnswer(path, token, response.status, await response.json().catch(() => null));
  saveFile(await response.blob(), nameIn(response.headers.get("content-disposition")) ?? otherwise);
};

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
