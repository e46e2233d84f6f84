// The verdict on each row of an import: it becomes a lot, is one already, or is refused with the reasons.
import type { Media } from "@jara/shared/auction";
import { importColumns } from "@jara/shared/import-columns";
import type { AuctionState } from "../../../auction/state.ts";
import { toView } from "../../../auction/view/to-public.ts";
import type { Viewer } from "../../../auction/view/viewer.ts";
import { findAuctions } from "../../../engine/reads/find-auctions.ts";
import { viewersOn } from "../../../engine/reads/interests.ts";
import type { Clock } from "../../../platform/database/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { RowProblem } from "../../../platform/database/schema/imports.ts";
import { type CodedSeller, sellersByCode } from "../../../platform/database/seller-codes.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { MediaCheck } from "../../../platform/http/refuse-unknown-media.ts";
import { givePictures, type TakenPicture } from "./give-pictures.ts";
import { type Judged, type KnownLot, knownLots, type RowToDo } from "./job-queries.ts";
import type { LotBody } from "./read-row.ts";
import { differencesOf } from "./same-lot.ts";

export interface Judging {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly mediaCheck: MediaCheck;
}

/** Times that were right when the row was read can have passed since. */
export const timeProblems = ({ startTime, endTime }: LotBody, now: number): RowProblem[] => {
  const starts = startTime ? Date.parse(startTime) : null;
  if (starts !== null && starts <= now) return [{ column: "Start", message: "The start time has passed." }];
  const isLate = endTime && Date.parse(endTime) <= (starts ?? now);
  return isLate ? [{ column: "End", message: "The end time must be in the future and after the start time." }] : [];
};

export const mediaProblems = async (check: MediaCheck, media: readonly Media[]): Promise<RowProblem[]> =>
  (await check(media)).map(({ path, message }) => {
    const { url = "", originalName } = media[Number(path.split(".")[1])] ?? {};
    return { column: "Pictures", message: `${originalName ?? url} ${message}.` };
  });

export const judgeRows = async (
  { database, clock, mediaCheck }: Judging,
  owner: { readonly id: string; readonly viewer: Viewer },
  rows: readonly RowToDo[],
  pictures: readonly TakenPicture[],
): Promise<{ judged: Judged[]; unusedPictures: readonly string[] }> => {
  const { byRow, unused: unusedPictures } = givePictures(rows, pictures);
  const known = new Map(
    (
      await knownLots(
        database,
        owner.id,
        rows.map(({ key }) => key),
      )
    ).map((lot) => [lot.key, lot]),
  );
  const idOf = ({ key }: RowToDo): string | null => known.get(key)?.auctionId ?? exportedId(key);
  const ids = [...new Set(rows.map(idOf).filter((id) => id !== null))];
  const lots = new Map((await findAuctions(database, ids)).map((lot) => [lot.id, lot]));
  const viewerOf = await viewersOn(database, [...lots.keys()], owner.viewer);

  const sellers = await sellersByCode(
    database.db,
    rows.flatMap(({ sellerCode }) => sellerCode ?? []),
  );

  const judge = async (row: RowToDo): Promise<Judged> => {
    const { media, problems: faults } = byRow.get(row.row) ?? { media: [], problems: [] };
    const body = row.body as LotBody | null;
    const done = (
      verdict: Judged["verdict"],
      problems: readonly RowProblem[] = [],
      auctionId: string | null = null,
    ) => ({
      row: row.row,
      verdict,
      problems,
      auctionId,
      media: verdict === "refused" || faults.length > 0 ? [] : media,
    });
    if (!body) return done("refused", row.problems);
    const lot = lots.get(idOf(row) ?? "");
    const ofSeller = sellerProblems(row, owner.id, sellers, lot);
    if (ofSeller.length > 0) return done("refused", ofSeller);
    if (lot && !lot.isRemoved) {
      const differences = isAsImported(row, known)
        ? []
        : differencesOf(toView(lot, viewerOf(lot.id), clock.now()), body, media);
      if (differences.length === 0) return done("unchanged", [], lot.id);
      return done("changed", [...row.problems, ...differences, leftAlone], lot.id);
    }
    const problems = [...faults, ...timeProblems(body, clock.now()), ...(await mediaProblems(mediaCheck, media))];
    if (problems.length > 0) return done("refused", problems);
    const seller = row.sellerCode === null ? undefined : sellers.get(row.sellerCode);
    return done("create", [...row.problems, ...(seller ? [agreementIsMissing(seller)] : [])]);
  };

  const judged: Judged[] = [];
  for (const row of rows) judged.push(await judge(row));
  return { judged, unusedPictures: unusedPictures.slice(0, 100) };
};

const SELLER = importColumns.seller.name;

/** Says what stands between the draft and its publication. */
const agreementIsMissing = ({ username, name }: CodedSeller): RowProblem => ({
  column: SELLER,
  message: `${name ? `${name} (${username})` : username}. Missing: terms that you propose in Offers and the seller accepts. The lot is not published before.`,
});

/** `lot`: the one that the row is already. The seller of a lot never changes. */
export const sellerProblems = (
  { sellerCode, body }: Pick<RowToDo, "sellerCode" | "body">,
  ownerId: string,
  sellers: ReadonlyMap<string, CodedSeller>,
  lot?: AuctionState,
): RowProblem[] => {
  if (sellerCode === null) return [];
  const refused = (message: string, column = SELLER) => [{ column, message }];
  const seller = sellers.get(sellerCode);
  if (!seller) return refused(`No active seller has the code “${sellerCode}”.`);
  if (lot && !lot.isRemoved) {
    if (lot.isConsigned && lot.seller.id === seller.id) return [];
    return refused(
      "Its lot has another seller, and the seller of a lot cannot change. Delete the lot, and import it anew.",
    );
  }
  if (seller.id === ownerId) return refused("This is your own code: somebody else must import your items.");
  return (body as LotBody | null)?.startTime
    ? refused(
        "Leave it empty: a lot of a seller gets its start once the seller accepted the terms.",
        importColumns.startTime.name,
      )
    : [];
};

const leftAlone: RowProblem = {
  column: "Row",
  message: "This lot is there already. It is left alone unless you choose to update it.",
};

const isAsImported = ({ key, fingerprint }: RowToDo, known: ReadonlyMap<string, KnownLot>): boolean =>
  known.get(key)?.fingerprint === fingerprint;

/** The export gives a lot without a reference of its own the lot's id. */
export const exportedId = (key: string): string | null => {
  const [, id = ""] = /^reference (.+)$/.exec(key) ?? [];
  return isUuid(id) ? id.toLowerCase() : null;
};
