// Parses and replays the entries of a story, as they stand in the log.
import { utf8 } from "../../src/bytes.ts";
import { canonical } from "../../src/canonical-json.ts";
import { type Leaf, parseEntry } from "../../src/leaf.ts";
import { LotReplay } from "../../src/lot/replay-lot.ts";
import type { LotStory } from "./lot-story.ts";

export const leavesOf = (story: Pick<LotStory, "leaves">): Leaf[] =>
  story.leaves.map((leaf) => {
    const entry = parseEntry(utf8(canonical(leaf)));
    if (typeof entry === "string" || !("auction" in entry)) throw new Error(`no leaf: ${JSON.stringify(entry)}`);
    return entry;
  });

export const replayed = (story: LotStory) => {
  const replay = new LotReplay(story.auction);
  for (const leaf of leavesOf(story)) replay.add(leaf);
  const sentences = (kind: "fault" | "notice"): string[] =>
    replay.remarks.filter((remark) => remark.kind === kind).map(({ sentence }) => sentence);
  return { lot: replay.lot, faults: sentences("fault"), notices: sentences("notice") };
};
