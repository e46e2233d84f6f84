// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { Component as Guide } from "./bidding-info.tsx";

const section = (title: string) => screen.getByRole("region", { name: title }).textContent ?? "";

describe("the Bidding & Buying Guide", () => {
  beforeEach(() => {
    answerFetch({});
    renderAt("/bidding-info", { "/bidding-info": Guide });
  });
  afterEach(cleanUp);

  // S107
  it("explains the rules of verification and balance, payment and penalty", () => {
    expect(section("Verification and balance")).toMatch(/email address must be verified/);
    expect(section("Verification and balance")).toMatch(/at least 20% of the amount you bid/i);
    expect(section("Verification and balance")).toMatch(/20% of your maximum/);
    expect(section("Payment and penalty")).toMatch(/within 3 business days/);
    expect(section("Payment and penalty")).toMatch(/remaining 80%.*10% of the winning bid/);
  });

  // S108
  it("explains how winners are notified, what Buy It Now costs, and how to list items and add money", () => {
    expect(section("If you win")).toMatch(/email or WhatsApp.*payment and pickup/);
    for (const figure of [/fee of 5%/, /20% of the Buy It Now price/, /1 hour/, /10% of the Buy It Now price/]) {
      expect(section("Buy It Now")).toMatch(figure);
    }
    expect(section("How to list an item")).toMatch(/at least 10 photos and at least 1 video/);
    for (const asked of [
      /name, description, age and condition/,
      /working condition/,
      /receipt/,
      /retail value/,
      /agreement with the seller's terms/,
    ]) {
      expect(section("How to list an item")).toMatch(asked);
    }
    expect(section("Adding money to your balance")).toMatch(/“Add Money to My Balance” in your profile/);
    expect(section("Adding money to your balance")).toMatch(/bank transfer.*receipt by WhatsApp or email/i);
  });

  // S111
  it("explains soft close, changed lots, bids that no longer count and who may bid", () => {
    expect(section("Bids in the last moments")).toMatch(/moves the end.*2 minutes after that bid.*latest time/);
    for (const rule of [/suspended.*confirmed it with one tap/, /withdraw.*24 hours/, /at least two hours/]) {
      expect(section("If a lot changes")).toMatch(rule);
    }
    expect(section("Bids that no longer count")).toMatch(/the price can fall.*struck through/);
    expect(section("Bids that no longer count")).toMatch(/cancelled, all bids and maximums on it are cancelled/);
    expect(section("Who may bid")).toMatch(/Staff do not bid on this site/);
    expect(section("Buy It Now")).toMatch(/one purchase open at a time.*30 days/);
  });

  // S109
  it("lists the five steps in order", () => {
    const steps = within(screen.getByRole("region", { name: /^Five steps/ })).getAllByRole("heading", { level: 3 });
    expect(steps.map((step) => step.textContent)).toEqual([
      "Verify your email",
      "Check your balance",
      "Place a bid higher than the current bid",
      "Follow the price",
      "Win and pay",
    ]);
  });

  // S110
  it("lists the four important notes", () => {
    const notes = within(screen.getByRole("region", { name: "Important notes" })).getAllByRole("listitem");
    expect(notes.map((note) => note.textContent)).toEqual([
      expect.stringMatching(/^All bids are binding\./),
      expect.stringMatching(/balance is checked in real time before each bid/),
      expect.stringMatching(/Penalties are deducted automatically/),
      expect.stringMatching(/contact support/),
    ]);
  });
});

it("folds its sections on a phone but the important notes, and opens the one that the address names", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  answerFetch({});
  renderAt("/bidding-info#selling", { "/bidding-info": Guide });
  const isOpen = (title: string) => screen.getByRole("region", { name: title }).querySelector("details")?.open;
  await waitFor(() => expect(isOpen("How to list an item")).toBe(true));
  expect([isOpen("Important notes"), isOpen("Buy It Now"), isOpen("Payment and penalty")]).toEqual([
    true,
    false,
    false,
  ]);
  cleanUp();
  vi.restoreAllMocks();
});
