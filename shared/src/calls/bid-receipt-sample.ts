// The bid receipt of the examples, for the example's bid. It is a real one: a test checks it.
import type { BidReceipt } from "../bid-receipt.ts";

export const bidReceipt: BidReceipt = {
  statement:
    '{"amount":2450000,"at":"2026-11-21T10:02:33.120Z","auction":"6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21",' +
    '"bid":7,"command":"3c9f0e52-6d1b-4d0e-8f43-a1f7c2d95b60","contentVersion":1,"currency":"NGN",' +
    '"lotHash":"bad63feddb5a43ce333b6d01f74ef1d8727af80c1774a9610cdfa777d339ec8d","price":2450000,' +
    '"salt":"b5239ecafeacd984ec270af2d241a23f","type":"bid",' +
    '"user":"0b54a1f2-6c1d-4f7e-9f1e-2b9a3c5d7e10","v":1,"version":9}',
  index: 737,
  path:
    "7ijPvlUG4Lk7SY06PC9YhoyDrLznBY1nvH0PDWatZljaGD2bz3R3z9Msok0Qyg8nAUvk6LU7+LB1OCpQZgln/6IcFR/+4/LC3UjU" +
    "+Cf1Ga6mx3Kk8NMOmUnxOyHvcKYgLE0j7UP7tDjTzc4a+MbXO6n1vBCLGNKAPkDJHewx+sNd9Ezzt0i9+ZHQ7gwOPuc6IqfVA/A5" +
    "JV0cYYpILNkQC0Yz7O3WI4Si4+9XCOk1Zd205rn9Wng4Hnrv3Tf9aa5gPb/Jw5UW459v7hRiuFJ4YcEayqhSE6U4dZFsZt4ct3ci" +
    "rJv8HEhZim4p2ddbWGDVubCCQjscaAndt/+widleHYnmsbrkvAyxnLXEB3tQwtDB1is/NgCmWFs9DefDhyCQWexywskOkt9mS7Ix" +
    "k7SyQXol3bI/kDQ9PiIwPm7N3xA=",
  note:
    "jara.example/bid-receipts\n1024\naHLu4xy1QEPO61MMXMCqpZnw7+pfKqCLruZQBZLuW2E=\n\n" +
    "— jara.example/bid-receipts /XCVYeLDt4m2gnr5l3e/s9iLciThuWOULIq+bmsXegv/Qis/BWd5Xpmhyxz7AQMCYjiLhYhzChttSq8PUMbp6F2CmAs=\n",
};

/** The verifier key of its signature. */
export const bidReceiptVkey = "jara.example/bid-receipts+fd709561+AUHQTNktN/ylmuvdk+UhjxwaNLqpez0eqKPyRV5Ie2JF";
