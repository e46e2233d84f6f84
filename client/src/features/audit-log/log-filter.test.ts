import { describe, expect, it } from "vitest";
import { logFilters, readTerms } from "./log-filter.ts";

const read = (query: string) => readTerms(new URLSearchParams(query));

describe("the filter of the audit log in the address", () => {
  it("is read and written back unchanged", () => {
    const query = "actor=bola&subject=ada&action=log-in+failed&from=2026-11-01&to=2026-11-24&page=3";
    expect(logFilters.write(read(query)).toString()).toBe(query);
  });

  it("drops days that are none and pages that are none, and turns days in the wrong order round", () => {
    expect(read("from=2026-13-40&to=soon&page=0")).toMatchObject({ from: "", to: "", page: 1 });
    expect(read("from=2026-11-24&to=2026-11-01")).toMatchObject({ from: "2026-11-01", to: "2026-11-24" });
  });

  it("is set if any part of it is, and a page is no part", () => {
    expect([logFilters.narrows(read("page=2")), logFilters.narrows(read("actor=bola"))]).toEqual([false, true]);
  });
});
