// @vitest-environment happy-dom
import type { LegalText } from "@jara/shared/rest/legal";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Terms } from "./terms.tsx";

const terms: LegalText = {
  page: "terms",
  title: "Terms of service",
  version: "2026-11-24",
  isInForce: true,
  intro: [{ kind: "paragraph", spans: [{ text: "These are the rules." }] }],
  sections: [
    {
      id: "bidding",
      title: "4. Bidding",
      blocks: [
        { kind: "list", isNumbered: false, items: [[{ text: "Every bid is binding", isStrong: true }, { text: "." }]] },
        { kind: "paragraph", spans: [{ text: "Read the " }, { text: "guide", to: "/bidding-info" }] },
      ],
    },
    {
      id: "receipts",
      title: "5. Receipts",
      blocks: [{ kind: "list", isNumbered: true, items: [[{ text: "First" }]] }],
    },
  ],
  notes: [{ date: "2026-11-25", blocks: [{ kind: "paragraph", spans: [{ text: "Questions are public." }] }] }],
  versions: [
    { version: "2026-11-24", change: "The full terms." },
    { version: "2026-11-23", change: "The first version." },
  ],
};
const earlier = { ...terms, version: "2026-11-23", isInForce: false, notes: [] };
const open = (address = "/terms", more = {}) => {
  const calls = answerFetch({
    "GET /legal/terms": (_, search) =>
      search.includes("1999")
        ? { status: 404, body: { code: "NOT_FOUND", message: "No" } }
        : { body: search.includes("2026-11-23") ? earlier : terms },
    ...more,
  });
  renderAt(address, { "/terms": Terms });
  return calls;
};

describe("a legal page", () => {
  afterEach(cleanUp);

  it("shows the text with its version, and links to each section", async () => {
    open();
    expect(await screen.findByText("These are the rules.")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Terms of service");
    expect(screen.getByText(/^Version of/).parentElement?.textContent).toBe(
      "Version of 24 November 2026, in force · Note of 25 November 2026",
    );
    const notes = within(screen.getByRole("region", { name: "Notes" }));
    expect(notes.getByRole("heading", { level: 3 }).textContent).toBe("25 November 2026");
    expect(notes.getByText("Questions are public.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Note of 25 November 2026" }).getAttribute("href")).toBe("#notes");
    const section = within(screen.getByRole("region", { name: "4. Bidding" }));
    expect(section.getByText("Every bid is binding").tagName).toBe("B");
    expect(section.getByRole("link", { name: "guide" }).getAttribute("href")).toBe("/bidding-info");
    const [contents] = screen.getAllByRole("navigation", { name: "On this page" });
    for (const link of within(contents as HTMLElement).getAllByRole("link")) {
      const target = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
      expect(target?.textContent).toBe(link.textContent);
    }
  });

  it("lists all versions with what changed, and shows an earlier one as such", async () => {
    const calls = open("/terms?version=2026-11-23");
    expect(await screen.findByText("This is an earlier version. It is no longer in force.")).toBeTruthy();
    expect(calls.find(({ call }) => call === "GET /legal/terms")?.search).toBe("?version=2026-11-23");
    expect(screen.getByRole("link", { name: "Read the version in force" }).getAttribute("href")).toBe("/terms");
    const versions = within(screen.getByRole("region", { name: "All versions" }));
    expect(versions.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["24 November 2026", "/terms"],
      ["23 November 2026", "/terms?version=2026-11-23"],
    ]);
    expect(versions.getByText("The first version.")).toBeTruthy();
  });

  it("says when a signed-in reader accepted the version", async () => {
    useSession.getState().logIn(testUser, "t");
    const accepted = [{ document: "terms", version: "2026-11-24", at: "2026-11-25T23:30:00.000Z" }];
    open("/terms", {
      "GET /auth/profile": { body: { user: testUser } },
      "GET /users/consents": { body: { accepted, missing: [] } },
    });
    expect(await screen.findByText(/You accepted it on 26 November 2026\./)).toBeTruthy();
  });

  it("leads to the version in force when there is no such version", async () => {
    open("/terms?version=1999-01-01");
    expect(await screen.findByText("There is no such version of this page.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Read the version in force" }).getAttribute("href")).toBe("/terms");
  });

  it("prints", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    open();
    await screen.findByText("These are the rules.");
    fireEvent.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });
});
