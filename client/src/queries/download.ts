// Downloads a file of the API under the server's name for it. It uses fetch, because a plain link cannot carry the session.
import { useMutation } from "@tanstack/react-query";
import { API_BASE, callAs, messageOf, takeAnswer, withProof } from "../lib/api.ts";
import { saveFile } from "../lib/save-file.ts";
import { toast } from "../store/toast.ts";

/** `path` with its query. Throws the server's refusal. */
export const download = (path: string, otherwise: string): Promise<void> =>
  withProof(() => downloadOnce(path, otherwise));

/** For a button that downloads a file; a toast says if that fails. */
export const useDownload = <What = void>(failed: string, save: (what: What) => Promise<void>) =>
  useMutation({ mutationFn: save, onError: (error) => toast.error(messageOf(error, failed)) });

const downloadOnce = async (path: string, otherwise: string): Promise<void> => {
  const { token, headers } = callAs();
  const response = await fetch(`${API_BASE}${path}`, { method: "GET", headers: { ...headers, accept: "*/*" } });
  if (!response.ok) takeAnswer(path, token, response.status, await response.json().catch(() => null));
  saveFile(await response.blob(), nameIn(response.headers.get("content-disposition")) ?? otherwise);
};

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
