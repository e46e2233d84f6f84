// Writes robots.txt and the sitemap: an index, and pages of at most 50,000 lots that are active or ended lately.
import { and, asc, count, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { escapeHtml } from "../../platform/lib/escape-html.ts";
import { lotPath } from "./lot-facts.ts";

/** The limit of the sitemap protocol. */
export const SITEMAP_PAGE = 50_000;
const ENDED_WITHIN = sql`clock_now() - interval '30 days'`;

/** The pages that everybody may read besides Home and lots, by their titles. */
export const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  "/bidding-info": "Bidding Guide",
  "/sales": "Sales",
  "/terms": "Terms of service",
  "/privacy": "Privacy policy",
  "/buyer-protection": "Buyer protection",
  "/refunds": "Payments and refunds",
  "/seller-terms": "Seller terms",
  "/support": "Support and complaints",
};

export const robotsText = (publicUrl: string): string =>
  [
    "User-agent: *",
    ...[
      "/api/",
      "/admin",
      "/my-",
      "/profile",
      "/purchases",
      "/watchlist",
      "/saved-searches",
      "/login",
      "/register",
      "/auction/*/bid",
    ].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");

const listed = and(
  isNull(auctions.removedAt),
  or(
    inArray(auctions.status, ["active", "paused"]),
    auctions.isUpcoming,
    and(inArray(auctions.status, ["ended", "sold"]), gt(auctions.endsAt, ENDED_WITHIN)),
  ),
);

/** The number of the sitemap's pages. It counts all lots, so keep it for a while. */
export const countSitemapPages = async ({ db }: Database, pageSize = SITEMAP_PAGE): Promise<number> => {
  const [row] = await db.select({ lots: count() }).from(auctions).where(listed);
  return Math.max(1, Math.ceil((row?.lots ?? 0) / pageSize));
};

export const sitemapIndex = (pages: number, publicUrl: string): string => {
  const at = (page: number) => `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemap/${page}.xml`)}</loc></sitemap>`;
  return xml("sitemapindex", Array.from({ length: pages }, (_, index) => at(index + 1)).join("\n"));
};

/** Sorts all lots. `page`: at most the number of pages. */
export const sitemapPage = async (
  { db }: Database,
  publicUrl: string,
  { page, pageSize = SITEMAP_PAGE, paths }: { page: number; pageSize?: number; paths: readonly string[] },
): Promise<string> => {
  const rows = await db
    .select({ id: auctions.id, updatedAt: auctions.updatedAt })
    .from(auctions)
    .where(listed)
    .orderBy(asc(auctions.createdAt), asc(auctions.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const entry = (path: string, lastmod?: string) =>
    `<url><loc>${escapeHtml(publicUrl + path)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</url>`;
  const own = page === 1 ? paths.map((path) => entry(path)) : [];
  const lots = rows.map(({ id, updatedAt }) => entry(lotPath(id), new Date(updatedAt).toISOString()));
  return xml("urlset", [...own, ...lots].join("\n"));
};

const xml = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}\n</${root}>\n`;
