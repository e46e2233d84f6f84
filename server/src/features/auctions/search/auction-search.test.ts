// What auctions are found by, on PGlite; on PostgreSQL the same in auction-search.pg.test.ts.
import { auctionSearchContract } from "../../../../test/support/auction-search-contract.ts";

auctionSearchContract("pglite");
