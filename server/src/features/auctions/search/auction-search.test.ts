// Searches for auctions on PGlite. auction-search.pg.test.ts runs the same tests on PostgreSQL.
import { auctionSearchContract } from "../../../../test/contracts/auction-search-contract.ts";

auctionSearchContract("pglite");
