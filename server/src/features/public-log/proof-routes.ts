// Serves the entries of one lot with their proofs, and the salt with which a person proves which of the commitments are
// theirs.

import { auctionProofAnswer, auctionProofQuery, ownProofAnswer } from "@jara/shared/rest/public-log";
import { lotDocument } from "../../auction/view/lot-document.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import { personCommitment, personSalt } from "../../platform/signing/commitments.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import { readKeys } from "./keys.ts";
import type { Published, PublishedLog } from "./published/published.ts";
import { lastLeafOf, leavesOfLot, secretOnLot } from "./queries.ts";
import { inclusionPath } from "./tree/proofs.ts";
import type { Witnessed, WitnessedCheckpoint } from "./witnesses/witnessed.ts";

/** Each leaf may lie in another tile, whose hashes are all computed for its proof. */
const LEAVES_IN_PAGE = 250;

export const serveProofs = (
  app: App,
  deps: {
    readonly database: Database;
    readonly published: Published;
    readonly witnessed: Witnessed;
    readonly config: Pick<Config, "witnesses">;
  },
  caller: Caller,
): void => {
  const { database, published, witnessed, config } = deps;
  /** Proofs lead to a checkpoint that witnesses signed, if it has all of the lot. */
  const checkpointFor = async (auctionId: string, log: PublishedLog): Promise<WitnessedCheckpoint> => {
    const newest = { size: log.size, note: log.checkpoint };
    const signed = await witnessed.newest(log);
    if (!signed) return newest;
    const last = await lastLeafOf(database, log.log, auctionId, log.size);
    return last === null || last >= signed.size ? newest : signed;
  };
  app.get(
    "/api/auctions/:id/proof",
    {
      schema: {
        tags: ["Public log"],
        summary: "What the public log says about a lot, with proofs",
        description:
          "All leaves of the lot with their inclusion proofs to the checkpoint, in pages: ask again with `from` = " +
          "`nextFrom`. It is the newest that a witness signed if that one covers the lot, and the newest otherwise. `keys` are " +
          "those of the house and of the witnesses whose signatures it may carry. `lot` is the document whose hash the newest content has. `docs/public-log.md` says what a leaf is.",
        params: idParams,
        querystring: auctionProofQuery,
        response: { 200: auctionProofAnswer },
      },
    },
    async (request) => {
      const { state } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const log = await published.current();
      if (!log) return refuse("NOT_FOUND");
      const { origin, tiles } = log;
      const { size, note } = await checkpointFor(state.id, log);
      const among = { size, from: request.query.from, limit: LEAVES_IN_PAGE + 1 };
      const found = await leavesOfLot(database, log.log, state.id, among);
      const read = tiles.readOf(size);
      const leaves = [];
      for (const { index, entry } of found.slice(0, LEAVES_IN_PAGE)) {
        const path = await inclusionPath(read, index, size);
        leaves.push({ index, entry, path: path.map((hash) => hash.toString("base64")) });
      }
      const nextFrom = found[LEAVES_IN_PAGE]?.version;
      const keys = [...(await readKeys(database)).keys, ...config.witnesses].map(({ vkey }) => vkey);
      return {
        ...{ auction: state.id, origin, keys, checkpoint: note, leaves },
        lot: lotDocument(state),
        ...(nextFrom !== undefined && { nextFrom }),
      };
    },
  );

  app.get(
    "/api/users/proof/:id",
    {
      schema: {
        tags: ["Public log"],
        summary: "The salt of the own commitment on a lot",
        description:
          "With it the person can prove which bids in the public log are theirs. Keep it private until then.",
        params: idParams,
        response: { 200: ownProofAnswer },
      },
    },
    async (request) => {
      const { id: user } = await caller.signedIn(request);
      const auction = request.params.id;
      const secret = await secretOnLot(database, user, auction);
      if (!secret) return refuse("NOT_FOUND");
      const salt = personSalt(secret, auction);
      return { auction, user, commitment: personCommitment(auction, user, salt), salt };
    },
  );
};
