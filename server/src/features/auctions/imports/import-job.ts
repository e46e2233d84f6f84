// Carries out imports: stores the pictures of the ZIP, checks the rows, and makes drafts of them when asked. Each step
// is recorded, so that another node continues where one has died, and nothing is done twice.
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type HouseRules, withHouseRules } from "@jara/shared/house-rules";
import { eachDetail, eachEstimate } from "@jara/shared/lot-fields";
import { may } from "@jara/shared/permissions";
import { viewerOfRole } from "../../../auction/view/viewer.ts";
import type { AuctionEngine } from "../../../engine/auction-engine.ts";
import { findAuctions } from "../../../engine/reads/find-auctions.ts";
import { sellersByCode } from "../../../platform/database/seller-codes.ts";
import { RefusedError } from "../../../platform/http/refused.ts";
import { guardRows } from "../../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { toNewAuction } from "../create-lot.ts";
import { toEdit } from "../edit-routes.ts";
import type { LotMaker } from "../lot-maker.ts";
import { refuseUpcoming } from "../upcoming-lot.ts";
import {
  dropArchive,
  failImport,
  finishApplying,
  finishCheck,
  fromRow,
  holdImport,
  knownLots,
  type OpenImport,
  ownerOf,
  picturesOf,
  type RowToDo,
  recordPicture,
  reopenForRetries,
  rowsLeft,
  rowsOf,
  settleRow,
  takeImport,
} from "./job-queries.ts";
import { exportedId, type Judging, judgeRows, mediaProblems, sellerProblems, timeProblems } from "./judge-rows.ts";
import { isRefusedFile, type PictureUploads, type ZipStorage } from "./media.ts";
import { openPictureZip, type PictureZip } from "./picture-zip.ts";
import { releaseImport } from "./queries.ts";
import type { LotBody } from "./read-row.ts";
import { RefusedImport } from "./refused-import.ts";
import { withOffer } from "./with-offer.ts";

const SWEEP_EVERY_MS = 2_000;
/** A node that dies is replaced after this time. A large video takes less. */
const LEASE_MS = 20_000;
const PICTURES_AT_ONCE = 2;
const LOTS_AT_ONCE = 10;

export interface ImportJobDeps extends Judging {
  readonly uploads: PictureUploads;
  readonly storage: ZipStorage;
  /** The folder for files that are being received: for the copy of a ZIP. */
  readonly folder: string;
  /** Makes the lots and announces them. */
  readonly lotMaker: Pick<LotMaker, "make">;
  readonly engine: Pick<AuctionEngine, "submit">;
  /** The rules of a lot whose row does not say others. */
  readonly houseRules: () => HouseRules;
  /** Called when an import of this person moved on. */
  readonly importMoved: (ownerId: string) => void;
  readonly log: { warn(details: object, message: string): void };
}

export const startImportJob = (deps: ImportJobDeps): Job => {
  const { database, log } = deps;
  const failed = (error: unknown) => log.warn({ err: error }, "an import was interrupted; trying again");
  return startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database, topics: ["imports", "clock-set"] },
    run: async (signal) => {
      await reopenForRetries(database);
      while (!signal.aborted) {
        const taken = await takeImport(database, LEASE_MS);
        if (!taken) return;
        try {
          await (taken.status === "checking" ? check(deps, taken, signal) : apply(deps, taken, signal));
          // Another node may go on at once.
          if (signal.aborted) await releaseImport(database, taken.id);
        } catch (error) {
          if (error instanceof RefusedImport) {
            await failImport(database, taken, error.message);
            continue;
          }
          failed(error);
          // Later, so that other imports come first.
          await releaseImport(database, taken.id, SWEEP_EVERY_MS);
        } finally {
          deps.importMoved(taken.ownerId);
        }
      }
    },
    failed,
  });
};

const check = async (deps: ImportJobDeps, taken: OpenImport, signal: AbortSignal): Promise<void> => {
  const { database } = deps;
  if (taken.archive !== null && !(await takeInPictures(deps, taken, taken.archive, signal))) return;
  const owner = await ownerOf(database, taken);
  if (!owner || !may(owner.role, "lots:edit")) throw new RefusedImport("You may no longer create lots.");
  const [rows, pictures] = [await rowsOf(database, taken.id), await picturesOf(database, taken.id)];
  const { id, role } = owner;
  const { judged, unusedPictures } = await judgeRows(deps, { id, viewer: viewerOfRole(role, id) }, rows, pictures);
  await finishCheck(database, taken, judged, unusedPictures);
  if (taken.archive === null) return;
  await deps.storage.remove(taken.archive);
  await dropArchive(database, taken.id);
};

/** False if the import was cancelled or the node stops. */
const takeInPictures = async (
  deps: ImportJobDeps,
  taken: OpenImport,
  archive: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const { database, storage, folder } = deps;
  const found = await storage.get(archive);
  if (!found || found === "unsatisfiable") throw new RefusedImport("The upload of the ZIP broke off. Import it again.");
  await mkdir(folder, { recursive: true });
  const copy = path.join(folder, randomUUID());
  try {
    await pipeline(found.stream, createWriteStream(copy, { mode: 0o600 }));
    const zip = await openPictureZip(copy);
    try {
      const done = new Set((await picturesOf(database, taken.id)).map(({ name }) => name));
      const left = zip.pictures.filter(({ name }) => !done.has(name));
      for (let next = 0; next < left.length; next += PICTURES_AT_ONCE) {
        if (signal.aborted || !(await holdImport(database, taken, LEASE_MS))) return false;
        const some = left.slice(next, next + PICTURES_AT_ONCE);
        await Promise.all(some.map((picture) => takeIn(deps, taken.id, zip, picture)));
        deps.importMoved(taken.ownerId);
      }
      return await holdImport(database, taken, LEASE_MS);
    } finally {
      zip.close();
    }
  } finally {
    await rm(copy, { force: true });
  }
};

const takeIn = async (
  { database, uploads }: ImportJobDeps,
  importId: string,
  zip: PictureZip,
  { name, entry }: PictureZip["pictures"][number],
): Promise<void> => {
  const refused = (problem: string) => recordPicture(database, importId, { name, filename: null, type: null, problem });
  try {
    const received = await uploads.receive(await zip.open(entry));
    try {
      await recordPicture(database, importId, { name, ...(await received.keep()), problem: null });
    } finally {
      await received.discard();
    }
  } catch (error) {
    if (isRefusedFile(error)) return await refused(error.message);
    // The file's bytes do not fit what the ZIP says about them.
    if (isDamage(error)) return await refused("The file is damaged in the ZIP.");
    throw error;
  }
};

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof RefusedImport) &&
  (/^(Z_|ERR_ZLIB)/.test((error as NodeJS.ErrnoException).code ?? "") ||
    /bytes in the stream|compression method|local file header|strong encryption|file data overflows/i.test(
      error.message,
    ));

const apply = async (deps: ImportJobDeps, taken: OpenImport, signal: AbortSignal): Promise<void> => {
  const { database } = deps;
  const guard = guardRows(database, "import-rows", deps.log);
  const owner = await ownerOf(database, taken);
  if (!owner || !may(owner.role, "lots:edit")) throw new RefusedImport("You may no longer create lots.");
  while (!signal.aborted && (await holdImport(database, taken, LEASE_MS))) {
    const rows = await rowsLeft(database, taken.id, LOTS_AT_ONCE);
    if (rows.length === 0) {
      if (await finishApplying(database, taken)) return;
      // Some rows failed a moment ago, and are tried again soon.
      if ((await guard.waiting()).size > 0) return await releaseImport(database, taken.id, SWEEP_EVERY_MS);
    }
    const wereDone: boolean[] = [];
    const makeOne = async (row: RowToDo) => void wereDone.push(await makeLot(deps, owner, row));
    await Promise.all(rows.map((row) => guard.tries(`${row.importId}:${row.row}`, () => makeOne(row))));
    deps.importMoved(taken.ownerId);
    // The owner is suspended, or the import was cancelled: the next look at it says which.
    if (wereDone.includes(false) && (await holdImport(database, taken, LEASE_MS))) {
      throw new RefusedImport("You may no longer create lots.");
    }
  }
};

/** False if neither a lot was made nor the row was settled in another way. */
const makeLot = async (
  deps: ImportJobDeps,
  owner: { readonly id: string; readonly username: string },
  row: RowToDo,
): Promise<boolean> => {
  const { database, clock, mediaCheck, lotMaker } = deps;
  const body = row.body as LotBody;
  const settle = async (outcome: Parameters<typeof settleRow>[2]): Promise<true> => {
    await settleRow(database, row, outcome);
    return true;
  };
  const refused = (message: string) =>
    settle({ verdict: "refused", problems: [{ column: "Row", message }], auctionId: null });
  const now = clock.now();
  const sellers = await sellersByCode(database.db, row.sellerCode === null ? [] : [row.sellerCode]);
  const seller = sellers.get(row.sellerCode ?? "");
  const problems = [
    ...(row.choice === "update" ? [] : sellerProblems(row, owner.id, sellers)),
    ...timeProblems(body, now),
    ...(await mediaProblems(mediaCheck, row.media)),
  ];
  if (problems.length > 0) return await settle({ verdict: "refused", problems, auctionId: null });
  try {
    if (row.choice === "update") {
      const { auctionId } = row;
      const problem = await updateDraft(deps, owner.id, row);
      return problem === null
        ? await settle({ verdict: "changed", problems: [], auctionId, isMade: true })
        : await refused(problem);
    }
    const lot = toNewAuction({ ...withHouseRules(body, deps.houseRules()), media: [...row.media] }, owner, now);
    const draft = {
      ...lot,
      status: "draft" as const,
      startsAt: lot.startsAt ?? ("by hand" as const),
      ...(seller && { seller, isConsigned: true as const, authorId: owner.id }),
    };
    const command = { commandId: commandIdFor(row), fingerprint: `Import ${row.fingerprint}` };
    // Another lot beside an exported one must not take the id of that lot as its reference.
    const isOfExport = row.choice === "another" && exportedId(row.key) !== null;
    const source = isOfExport ? { ...row, key: `another ${row.importId} ${row.row}` } : row;
    const rowSource = fromRow(owner.id, source, lot.auctionId);
    const lotSource = seller
      ? withOffer(rowSource, { seller, actorId: owner.id, auctionId: lot.auctionId, lot: lot.lot })
      : rowSource;
    if (await lotMaker.make(draft, command, lotSource)) return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return await refused(error.message);
  }
  const [known] = await knownLots(database, owner.id, [row.key]);
  return known ? await settle({ verdict: "unchanged", problems: [], auctionId: known.auctionId }) : false;
};

/** Gives the draft what the row says. Returns why it did not; null: it did. */
const updateDraft = async (
  { database, engine }: ImportJobDeps,
  userId: string,
  row: RowToDo,
): Promise<string | null> => {
  const auctionId = row.auctionId ?? "";
  const [lot] = await findAuctions(database, [auctionId]);
  if (!lot || lot.isRemoved || lot.status !== "draft") return "Its lot is no longer a draft. Edit the lot itself.";
  const { startTime, endTime, duration: _, ...body } = row.body as LotBody;
  const isAnnounced = await refuseUpcoming(database, auctionId, { startTime: startTime ?? undefined });
  const edit = toEdit({
    // An empty cell removes what the draft has, except for times, pictures and the rules of the house.
    buyItNowPrice: null,
    reservePrice: null,
    location: null,
    conditionReport: null,
    currency: "NGN",
    ...eachDetail(() => null),
    ...eachEstimate(() => null),
    condition: "good",
    categories: [],
    ...body,
    ...(body.bidIncrement !== undefined && body.incrementTable === undefined && { incrementTable: false }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...(row.media.length > 0 && { media: [...row.media] }),
  });
  const { outcome } = await engine.submit({
    type: "EditAuction",
    auctionId,
    userId,
    commandId: commandIdFor(row),
    edit,
    isAnnounced,
  });
  if (outcome.ok) return null;
  // It is unknown whether it was done. The same command is sent again.
  if (outcome.error.code === "UNAVAILABLE") throw new Error("a draft could not be reached");
  return outcome.error.message;
};

const commandIdFor = ({ importId, row }: RowToDo): string =>
  `import-${createHash("sha256").update(`${importId} ${row}`).digest("hex").slice(0, 40)}`;
