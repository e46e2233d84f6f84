// Offers of items to the house, and their review.
import * as z from "zod/mini";
import { createAuctionAnswer } from "../rest/auctions.ts";
