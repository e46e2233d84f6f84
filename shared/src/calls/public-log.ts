// Proofs of the public log, and its verdicts.
import { pageQuery } from "../rest/common.ts";
import {
  auctionProofAnswer,
  auctionProofQuery,
  ownProofAnswer,
  sellerProofAnswer,
  VERDICTS_LIMIT_DEFAULT,
  verdictsAnswer,
} from "../rest/public-log.ts";
import { callsIn, idParams } from "./call.ts";
import { read } from "./costs.ts";

const call = callsIn("Public log");

const auction = "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f";

const commitment = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const origin = "auctions.example.ng/log/1";

export const getLotProof = call({
  route: "GET /api/auctions/:id/proof",
  access: "anyone",
  readsToken: true,
  summary: "What the public log says about a lot, with proofs",
  description:
    "All leaves of the lot with their inclusion proofs to the checkpoint, in pages: ask again with `from` = " +
    "`nextFrom`. It is the newest that a witness signed if that one covers the lot, and the newest otherwise. `keys` are " +
    "those of the house and of the witnesses whose signatures it may carry. `lot` is the document whose hash the newest content has. `docs/public-log.md` says what a leaf is.",
  params: idParams,
  query: auctionProofQuery,
  answer: auctionProofAnswer,
  // Hashes the tree of a lot's whole history, if it is not kept from an earlier call.
  cost: read(20),
  examples: {
    answer: {
      auction,
      origin,
      keys: [`${origin}+5b8e1f0a+AZ2lCF1DUiYp0XKBtGfSsgCvqGAYsvsSsyO0UC1a8sCz`],
      checkpoint: `${origin}\n2\nqJcjuUZvYd5gVCCfIOTVyEn9YZiFMbBVPCfBF9hXH4o=\n\n— ${origin} W44fCnR3byBodW5kcmVk…\n`,
      leaves: [
        {
          index: 1,
          entry: `{"at":"2026-11-21T09:41:12.310Z","auction":"${auction}","facts":[{"amount":2450000,"bidder":"${commitment}","kind":"manual","number":1,"type":"bid"}],"v":1,"version":2}`,
          path: ["n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="],
        },
      ],
      lot: { v: 1, title: "Talking drum from Ibadan" },
    },
  },
});

export const getOwnProof = call({
  route: "GET /api/users/proof/:id",
  access: "signed in",
  summary: "The salt of the own commitment on a lot",
  description: "With it the person can prove which bids in the public log are theirs. Keep it private until then.",
  params: idParams,
  answer: ownProofAnswer,
  cost: read(5),
  examples: {
    answer: {
      auction,
      user: "1b4e28ba-2fa1-4d2a-8c3b-5d6f7a8b9c0d",
      commitment,
      salt: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    },
  },
});

export const getSellerProof = call({
  route: "GET /api/users/proof/:id/seller",
  access: "signed in",
  summary: "The salts of the commitments to the seller and the reserve of an own lot",
  description:
    "With them the seller can prove that the public log names them as the seller, and which reserve was fixed. For the " +
    "house's own lots it answers staff who run auctions. 404 for everybody else, and for a lot whose seller the log does " +
    "not have. Keep it private: it tells the reserve.",
  params: idParams,
  answer: sellerProofAnswer,
  cost: read(5),
  examples: {
    answer: {
      auction,
      user: "1b4e28ba-2fa1-4d2a-8c3b-5d6f7a8b9c0d",
      commitment,
      salt: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      reserve: {
        amount: 5_000_000,
        salt: "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9",
      },
    },
  },
});

export const listVerdicts = call({
  route: "GET /log/verdicts",
  access: "anyone",
  summary: "Lists the nightly verdicts, the newest first",
  query: pageQuery,
  answer: verdictsAnswer,
  pageLength: VERDICTS_LIMIT_DEFAULT,
  cost: read(1),
  examples: {
    answer: {
      verdicts: [
        {
          log: 1,
          number: 12,
          name: `${origin}/verdict`,
          date: "2026-11-21",
          result: "good",
          publishedAt: "2026-11-22T01:02:07.310Z",
          note: `${origin}/verdict\nnumber: 12\ndate: 2026-11-21\nprevious: ${commitment}\nmade: 2026-11-22T01:02:07.298Z\nresult: good\n…\n\n— ${origin}/verdict W44fCnR3byBodW5kcmVk…\n`,
        },
      ],
      pagination: { current: 1, pages: 1, total: 12, limit: 30 },
    },
  },
});
