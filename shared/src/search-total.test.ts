import { describe, expect, it } from "vitest";
import { SEARCH_TOTAL_MAX, totalText } from "./search-total.ts";

describe("the number of hits of a search", () => {
  it("says that there may be more if counting stopped", () => {
    expect(totalText(SEARCH_TOTAL_MAX, true)).toBe("1,000+");
    expect(totalText(SEARCH_TOTAL_MAX - 1, true)).toBe("999");
    expect(totalText(0, true)).toBe("0");
  });

  it("is exact without a search", () => {
    expect(totalText(SEARCH_TOTAL_MAX, false)).toBe("1000");
    expect(totalText(200_000, false)).toBe("200000");
  });
});
