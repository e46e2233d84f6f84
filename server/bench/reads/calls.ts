// Lists the REST calls that the section `reads` measures, as the screens send them. If a call has several addresses,
// they alternate.
import type { Market } from "./market.ts";

export interface Call {
  readonly name: string;
  readonly as: "visitor" | "bidder" | "admin";
  readonly paths: readonly string[];
}

const orders = ["desc", "asc"];
const fields = ["createdAt", "startingPrice", "currentPrice", "endTime", "title"];
const statuses = ["draft", "active", "ended", "cancelled", "sold"];
/** In about one lot of five; in two of five; in one of ten thousand; in none. */
const words = { common: ["toyota", "generator"], everywhere: ["lagos"], rare: ["gramophone"], absent: ["zeppelin"] };

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);

export const callsOf = ({ lots, bidderId, auctions }: Market): readonly Call[] => {
  const [hot = ""] = lots;
  const call = (as: Call["as"], name: string, ...paths: string[]): Call => ({ name, as, paths });
  const list = (name: string, ...queries: string[]): Call =>
    call("visitor", `listing, ${name}`, ...queries.map((query) => `/api/auctions?${query}`));
  const table = (name: string, ...queries: string[]): Call =>
    call("admin", `auction table, ${name}`, ...queries.map((query) => `/api/auctions/admin/all?${query}`));
  const people = (name: string, ...queries: string[]): Call =>
    call("admin", `user search, ${name}`, ...queries.map((query) => `/api/users/admin/search?limit=10&${query}`));
  const both = (query: string): string[] => orders.map((order) => `${query}&sortOrder=${order}`);
  const pageAt = (part: number, limit: number): number => Math.max(1, Math.floor((part * auctions) / limit));

  return [
    list("first page", ""),
    ...fields.map((field) => list(`by ${field}`, ...both(`sortBy=${field}`))),
    list("last page of the active", `page=${pageAt(0.148, 24)}`),
    list("halfway by current price", `sortBy=currentPrice&page=${pageAt(0.075, 24)}`),
    list("one currency", "currency=NGN", "currency=USD"),
    list("reserve, Buy It Now", "hasReserve=true", "hasReserve=false", "hasBuyItNow=true&hasReserve=false"),
    list("price range", "minPrice=5000&maxPrice=50000", "minPrice=100000", "maxPrice=2000&currency=NGN"),
    ...Object.entries(words).map(([which, some]) => list(`${which} word`, ...some.map((word) => `search=${word}`))),
    list("common word by current price", "search=toyota&sortBy=currentPrice&minPrice=5000"),
    list("two letters", "search=tv", "search=hp"),
    list("words in any order", "search=clean%20toyota%20lagos"),
    list("a misspelt word", "search=genratr"),
    list("most bids", "sortBy=bidCount", "sortBy=bidCount&sortOrder=asc"),
    list(
      "category, place",
      "category=electronics&location=lagos",
      "category=tools,furniture",
      "condition=fair&location=kano",
    ),
    call("visitor", "numbers beside the filters", "/api/auctions/facets", "/api/auctions/facets?search=toyota"),

    table("first page", ""),
    ...fields.map((field) => table(`by ${field}`, ...both(`sortBy=${field}`))),
    table("one status", ...statuses.map((status) => `status=${status}`)),
    table("one status by current price", ...statuses.map((status) => `status=${status}&sortBy=currentPrice`)),
    table("halfway", `page=${pageAt(0.5, 20)}`, `sortBy=title&page=${pageAt(0.45, 20)}`),
    table("last page", `page=${pageAt(1, 20)}`),
    ...Object.entries(words).map(([which, some]) => table(`${which} word`, ...some.map((word) => `search=${word}`))),
    table("common word by current price", "search=toyota&sortBy=currentPrice"),
    table("rare word, one status, by title", "search=gramophone&status=sold&sortBy=title"),

    people("first page", ""),
    people("administrators", "role=admin"),
    people("last page", `page=${Math.max(1, Math.floor(auctions / 20 - 5))}`),
    people("common name", "q=adaeze", "q=okafor"),
    people("one address", "q=musa41@", "q=chidi 777"),
    people("in half of all", "q=.test"),
    people("in none", "q=zeppelin"),
    people("two letters", "q=ze"),

    call("admin", "settlements, first page", "/api/settlements", "/api/settlements?status=paid"),
    call("admin", "the desk", "/api/admin/desk"),
    call("admin", "report, 12 weeks", "/api/admin/reports"),
    call("admin", "report, two years by sale", `/api/admin/reports?by=sale&from=${daysAgo(729)}&to=${daysAgo(0)}`),
    call("admin", "settlements, rare word", "/api/settlements?q=gramophone"),

    // As the screens ask: page by page from the newest on, and once without a limit, for the default page size.
    call(
      "admin",
      "my auctions, page by page",
      ...[1, 2, 20].map((n) => `/api/auctions/user/my-auctions?page=${n}&limit=24`),
    ),
    call("admin", "my auctions, fifty", "/api/auctions/user/my-auctions"),
    call("bidder", "my bids, page by page", ...[1, 2, 20].map((n) => `/api/bids/user/my-bids?page=${n}&limit=50`)),
    call("bidder", "my bids, fifty", "/api/bids/user/my-bids"),
    call("bidder", "my auto-bids", "/api/maxbids/user/active"),
    call("visitor", "an auction", ...lots.map((id) => `/api/auctions/${id}`)),
    call("bidder", "an auction's bids", `/api/bids/auction/${hot}`, `/api/bids/auction/${hot}?page=40`),
    call("bidder", "the highest bid", ...lots.map((id) => `/api/bids/auction/${id}/highest`)),
    call("bidder", "own maximum on an auction", ...lots.slice(0, 1).map((id) => `/api/maxbids/auction/${id}/all`)),
    call("admin", "an auction's history", `/api/auctions/admin/${hot}/history`),
    call("admin", "a user's ledger", `/api/users/admin/${bidderId}/ledger`),
  ];
};
