// Downloads the whole history as the server's CSV file, under the server's file name. It uses fetch, because a plain
// link cannot carry the session.
import { API_BASE, callAs, takeAnswer } from "../../lib/api.ts";

export const downloadHistory = async (auctionId: string): Promise<void> => {
  const path = `/auctions/admin/${encodeURIComponent(auctionId)}/history.csv`;
  const { token, headers } = callAs();
  const response = await fetch(`${API_BASE}${path}`, { headers: { ...headers, accept: "text/csv" } });
  if (!response.ok) takeAnswer(path, token, response.status, await response.json().catch(() => null));
  const file = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = file;
  link.download = nameIn(response.headers.get("content-disposition")) ?? "history.csv";
  link.click();
  // By the next task the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(file));
};

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
