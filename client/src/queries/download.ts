// Downloads a file of the API under the server's name for it. It uses fetch, because a plain link cannot carry the session.
import { API_BASE, callAs, takeAnswer, withProof } from "../lib/api.ts";
import { saveFile } from "../lib/save-file.ts";

/** `path` with its query. Throws the server's refusal. */
export const download = (path: string, otherwise: string): Promise<void> =>
  withProof(() => downloadOnce(path, otherwise));

const downloadOnce = async (path: string, otherwise: string): Promise<void> => {
  const { token, headers } = callAs();
  const response = await fetch(`${API_BASE}${path}`, { method: "GET", headers: { ...headers, accept: "*/*" } });
  if (!response.ok) takeAnswer(path, token, response.status, await response.json().catch(() => null));
  saveFile(await response.blob(), nameIn(response.headers.get("content-disposition")) ?? otherwise);
};

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
