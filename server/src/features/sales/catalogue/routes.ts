// GET /api/sales/{id}/catalogue.pdf: the printed catalogue. It is drawn at most once a minute for each sale.
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/sales";
import { CATALOGUE_LOTS_MAX } from "@jara/shared/sale-limits";
import { withSuffix } from "@jara/shared/sale-order";
import { everyone, isPrivileged, type Viewer } from "../../../auction/view/viewer.ts";
import { isShown } from "../../../auction/view/visibility.ts";
import { inOrder } from "../../../engine/reads/find-auctions.ts";
import type { App } from "../../../platform/http/app.ts";
import { safeFileName } from "../../../platform/http/csv.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { sendFile } from "../../../platform/http/send-file.ts";
import { serve } from "../../../platform/http/serve.ts";
import { keepBriefly } from "../../../platform/lib/keep-briefly.ts";
import { loadSharp } from "../../../platform/lib/sharp.ts";
import { drawApart } from "../../../platform/pdf/draw-apart.ts";
import type { Caller } from "../../accounts/caller.ts";
import { viewsOf } from "../../auctions/lookup.ts";
import { listLots } from "../lot-queries.ts";
import { type SaleRouteDeps, saleOf } from "../views.ts";
import type { CatalogueLot } from "./catalogue-pages.ts";

const KEPT_MS = 60_000;
const KEPT_AT_MOST = 8;
/** Pixels: 200 for each inch of the printed picture. */
const LOT_PIXELS = 330;
const COVER_PIXELS = 1_340;

export const serveCatalogue = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const files = keepBriefly<Buffer>({ keptMs: KEPT_MS, atMost: KEPT_AT_MOST });

  serve(app, calls.downloadCatalogue, async ({ params, request, reply }) => {
    const viewer = await caller.viewer(request);
    const sale = await saleOf(deps, params.id, viewer);
    // Staff see the catalogue of a draft before they publish it; that of a published sale is the same for everybody.
    const reader = sale.status === "draft" ? viewer : everyone;
    if (sale.lotCount > CATALOGUE_LOTS_MAX) {
      const message = `A printed catalogue has at most ${CATALOGUE_LOTS_MAX.toLocaleString("en")} lots.`;
      return refuse("INVALID", { message });
    }
    const name = safeFileName(`${sale.title} catalogue`, "pdf");
    if (sale.status === "draft") return sendFile(reply, name, await drawCatalogue(deps, params.id, reader));
    return sendFile(reply, name, await files.get(sale._id, () => drawCatalogue(deps, params.id, reader)));
  });
};

const drawCatalogue = async (deps: SaleRouteDeps, saleId: string, reader: Viewer): Promise<Buffer> => {
  const sale = await saleOf(deps, saleId, reader);
  const filter = { saleId: sale._id, seesDrafts: isPrivileged(reader), search: "", isOpen: false };
  const { lots: numbers } = await listLots(deps.lists, filter, { page: 1, limit: CATALOGUE_LOTS_MAX });
  const found = await inOrder(
    deps.lists,
    numbers.map(({ auctionId }) => auctionId),
  );
  const views = await viewsOf(
    deps,
    found.filter((state) => isShown(state, reader)),
    reader,
  );
  const byId = new Map(views.map((auction) => [auction._id, auction]));
  const lots: CatalogueLot[] = [];
  // One picture after the other, so that bids do not wait for the threads that decode them.
  for (const { auctionId, ...number } of numbers) {
    const auction = byId.get(auctionId);
    if (!auction) continue;
    const premium = auction.status === "draft" ? deps.buyersPremium() : (auction.buyersPremium ?? null);
    lots.push({ ...withSuffix(number), auction, premium, picture: await pictureOf(deps, auction) });
  }
  const picture = sale.picture === null ? null : await jpegOf(deps, sale.picture, COVER_PIXELS);
  const { house, hours } = deps.settings.current();
  const { brandName, publicUrl, contact } = deps.site();
  const letterhead = { house, site: { brandName, publicUrl, contact } };
  const task = { sale, lots, picture, letterhead, place: hours.place };
  return await drawApart("./catalogue-pages.ts", import.meta.url, task);
};

const pictureOf = (deps: SaleRouteDeps, { imageUrl }: Auction): Promise<Buffer | null> =>
  imageUrl === null ? Promise.resolve(null) : jpegOf(deps, imageUrl, LOT_PIXELS);

/** PDF files hold no WebP. A picture that cannot be read is left out. */
const jpegOf = async ({ readPicture }: SaleRouteDeps, url: string, pixels: number): Promise<Buffer | null> => {
  try {
    const bytes = await readPicture(url);
    if (!bytes) return null;
    const sharp = await loadSharp();
    const size = { width: pixels, height: pixels, fit: "inside", withoutEnlargement: true } as const;
    const file = sharp(bytes, { failOn: "error" }).rotate().resize(size).flatten({ background: "#ffffff" });
    return await file.jpeg({ quality: 78 }).toBuffer();
  } catch {
    return null;
  }
};
