// The whole history as the server's CSV file, saved under the name that the server gives it. A link could not carry the
// session.
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
  // The browser has taken it by the next task.
  setTimeout(() => URL.revokeObjectURL(file));
};

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
