// Downloads the whole history as the server's CSV file.
import * as calls from "@jara/shared/calls/auction-management";
import { download } from "../../queries/download.ts";

export const downloadHistory = (auctionId: string): Promise<void> =>
  download(calls.downloadHistory, { params: { id: auctionId } }, "history.csv");
