// Searches for auctions. `test/long/large-market.test.ts` checks that the queries use the indexes.
import { describe } from "vitest";
import { auctionSearchContract } from "../../../../test/contracts/auction-search-contract.ts";

describe("auctions that are found", auctionSearchContract);
