// Tests what `jara check` says about PostgreSQL's archive.
import { expect, it } from "vitest";
import { type Archiving, archiveFindings } from "./archive.ts";

const said = (archiving: Partial<Archiving>): string[] =>
  archiveFindings({ isOn: true, timeoutS: 10, archivedS: 4, failedS: null, ...archiving }).map(
    ({ state, says }) => `${state} ${says}`,
  );

it("says nothing where nothing is archived", () => {
  expect(said({ isOn: false, archivedS: null, failedS: 3 })).toEqual([]);
});

it("says when the log was archived last, also after an earlier failure", () => {
  expect(said({})).toEqual(["ok PostgreSQL's log was archived 4 s ago"]);
  expect(said({ failedS: 500 })).toEqual(["ok PostgreSQL's log was archived 4 s ago"]);
  expect(said({ timeoutS: 0, archivedS: 9_000 })).toEqual(["ok PostgreSQL's log was archived 150 minutes ago"]);
});

it("objects when the newest attempt failed", () => {
  expect(said({ archivedS: 600, failedS: 2 })).toEqual([expect.stringMatching(/^wrong .*10 minutes ago/)]);
  expect(said({ archivedS: null, failedS: 2 })).toEqual([expect.stringMatching(/^wrong .*nothing ever was/)]);
});

it("notes a log that is late, or that was never archived", () => {
  expect(said({ archivedS: 69 })).toEqual([expect.stringMatching(/^ok /)]);
  expect(said({ archivedS: 71 })).toEqual([expect.stringMatching(/^note .*71 s ago/)]);
  expect(said({ archivedS: null })).toEqual([expect.stringMatching(/^note .*not archived so far/)]);
});
