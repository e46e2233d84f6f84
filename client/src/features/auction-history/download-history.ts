// Downloads the whole history as the server's CSV file.
import { download } from "../../queries/download.ts";

export const downloadHistory = (auctionId: string): Promise<void> =>
  download(`/auctions/admin/${encodeURIComponent(auctionId)}/history.csv`, "history.csv");
