// Serves the entries of one lot with their proofs, and the salt with which a person proves which of the commitments are
// theirs.
import { setImmediate as nextTick } from "node:timers/promises";
import * as calls from "@jara/shared/calls/public-log";
import { LRUCache } from "lru-cache";
import { lotDocument } from "../../auction/view/lot-document.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { personCommitment, personSalt } from "../../platform/signing/commitments.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import { readKeys } from "./keys.ts";
import type { Published, PublishedLog } from "./published/published.ts";
import { lastLeafOf, leavesOfLot, secretOnLot } from "./queries.ts";
import { serveSellerProof } from "./seller-proof-route.ts";
import { inclusionPath } from "./tree/proofs.ts";
import type { Witnessed, WitnessedCheckpoint } from "./witnesses/witnessed.ts";

const LEAVES_IN_PAGE = 250;
/** Each leaf may lie in a tile whose 255 hashes nobody has computed yet. So many take about two milliseconds. */
const PROVEN_AT_ONCE = 8;
/** Bytes of pages that are kept as they are sent. A page of 250 leaves has about 300 kB. */
const PAGES_KEPT = 32 * 1024 * 1024;
/** Counted for a page beside its bytes: its key and its place, so that empty pages cannot fill memory. */
const PAGE_BYTES = 500;

/** A page of proven leaves never changes: it depends on the lot, the place and the size of the checkpoint alone. */
interface ProvenPage {
  /** JSON. */
  readonly leaves: string;
  readonly nextFrom: number | undefined;
}

type PageOf = (log: PublishedLog, auctionId: string, size: number, from: number) => Promise<ProvenPage>;

/** Makes pages of proven leaves, and keeps them. Callers who ask for the same page at the same time share its making. */
const keepPages = (database: Database): PageOf => {
  const pages = new LRUCache<string, ProvenPage>({
    maxSize: PAGES_KEPT,
    sizeCalculation: ({ leaves }) => leaves.length + PAGE_BYTES,
  });
  const making = new Map<string, Promise<ProvenPage>>();

  const prove: PageOf = async (log, auctionId, size, from) => {
    const found = await leavesOfLot(database, log.log, auctionId, { size, from, limit: LEAVES_IN_PAGE + 1 });
    const read = log.tiles.readForProofs(size);
    const leaves = [];
    for (const [i, { index, entry }] of found.slice(0, LEAVES_IN_PAGE).entries()) {
      if (i % PROVEN_AT_ONCE === PROVEN_AT_ONCE - 1) await nextTick();
      const path = await inclusionPath(read, index, size);
      leaves.push({ index, entry, path: path.map((hash) => hash.toString("base64")) });
    }
    return { leaves: JSON.stringify(leaves), nextFrom: found[LEAVES_IN_PAGE]?.version };
  };
  return async (log, auctionId, size, from) => {
    const key = `${log.log} ${auctionId} ${from} ${size}`;
    const kept = pages.get(key) ?? making.get(key);
    if (kept) return await kept;
    const made = prove(log, auctionId, size, from);
    making.set(key, made);
    try {
      const page = await made;
      pages.set(key, page);
      return page;
    } finally {
      making.delete(key);
    }
  };
};

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
  const pageOf = keepPages(database);
  serve(app, calls.getLotProof, async ({ params, query, request, reply }) => {
    const { state } = await lookAt(deps, params.id, await caller.viewer(request));
    const log = await published.current();
    if (!log) return refuse("NOT_FOUND");
    const { size, note } = await checkpointFor(state.id, log);
    const { leaves, nextFrom } = await pageOf(log, state.id, size, query.from);
    const keys = [...(await readKeys(database)).keys, ...config.witnesses].map(({ vkey }) => vkey);
    const head = JSON.stringify({ auction: state.id, origin: log.origin, keys, checkpoint: note });
    const tail = JSON.stringify({ lot: lotDocument(state), ...(nextFrom !== undefined && { nextFrom }) });
    // A text is sent as it is.
    const answer = `${head.slice(0, -1)},"leaves":${leaves},${tail.slice(1)}`;
    return reply.type("application/json; charset=utf-8").send(answer as never);
  });

  serve(app, calls.getOwnProof, async ({ account: { id: user }, params }) => {
    const auction = params.id;
    const secret = await secretOnLot(database, user, auction);
    if (!secret) return refuse("NOT_FOUND");
    const salt = personSalt(secret, auction);
    return { auction, user, commitment: personCommitment(auction, user, salt), salt };
  });
  serveSellerProof(app, deps, caller);
};
