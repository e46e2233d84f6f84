// The requests that create an auction: the upload of each file, and the auction itself.
import type { Auction } from "@jara/shared/auction";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { api } from "../../lib/api.ts";
import { upload } from "../../lib/upload.ts";
import type { toBody } from "./auction-form.ts";

export const uploadFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> =>
  upload<Uploaded>("/upload/single", file, { onProgress, signal });

export const createAuction = async (body: ReturnType<typeof toBody>, idempotencyKey: string): Promise<Auction> =>
  (await api.post<{ auction: Auction }>("/auctions", body, { idempotencyKey })).auction;
