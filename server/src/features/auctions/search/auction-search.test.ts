// Searches for auctions on PGlite. auction-search.pg.test.ts runs the same tests on PostgreSQL.
import { auctionSearchContract } from "../../../../test/support/auction-search-contract.ts";

auctionSearchContract("pglite");
