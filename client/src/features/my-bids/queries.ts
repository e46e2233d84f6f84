export { MY_BIDS, myAuctionsQuery } from "../../queries/my-bids.ts";
