import type { Sale } from "@jara/shared/rest/sales";
import { describe, expect, it } from "vitest";
import { bodyOf, changeOf, checks, emptyForm, formOf } from "./sale-form.ts";

const sale: Sale = {
  _id: "s1",
  title: "Instruments",
  description: "Drums",
  terms: "",
  status: "draft",
  revision: 4,
  pickups: [],
  viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: "Yaba" }],
  opensAt: null,
  closesAt: "2026-11-24T12:00:30.000Z",
  spacingSeconds: 60,
  closing: "in-order",
  groupSize: null,
  asksTerms: false,
  termsVersion: 1,
  picture: null,
  requirements: null,
  isPaused: false,
  isOver: false,
  lotCount: 2,
  softClose: "all",
  createdAt: "",
  updatedAt: "",
};

const pickup = { from: "2026-11-25T10:00", until: "2026-11-25T10:30", place: "Yaba ", slotMinutes: "30", buyers: "2" };

describe("the form of a sale", () => {
  it("shows times in Lagos and sends them as they were", () => {
    const values = formOf(sale);
    expect(values).toMatchObject({ closesAt: "2026-11-24T13:00", viewings: [{ from: "2026-11-22T10:00" }] });
    expect(bodyOf({ ...values, title: " Drums " })).toMatchObject({
      title: "Drums",
      opensAt: null,
      closesAt: "2026-11-24T12:00:00.000Z",
      spacingSeconds: 60,
      viewings: sale.viewings,
    });
  });

  it("sends only the times that were changed, so that the others keep their seconds", () => {
    expect(changeOf(formOf(sale), sale)).not.toHaveProperty("closesAt");
    const changed = changeOf({ ...formOf(sale), closesAt: "2026-11-24T14:00" }, sale);
    expect(changed).toMatchObject({ revision: 4, closesAt: "2026-11-24T13:00:00.000Z" });
    expect(changed).not.toHaveProperty("opensAt");
  });

  it("sends a group only for lots that close together", () => {
    const values = { ...formOf(sale), groupSize: "10" };
    expect(bodyOf(values).groupSize).toBeNull();
    expect(bodyOf({ ...values, closing: "together" }).groupSize).toBe(10);
  });

  it("sends no spacing for lots that all close together, whatever was typed", () => {
    const values = { ...formOf(sale), closing: "together" as const, spacingSeconds: "often" };
    expect(checks.spacingSeconds("often", values)).toBe(true);
    expect(bodyOf(values).spacingSeconds).toBe(0);
    expect(bodyOf({ ...values, groupSize: "10", spacingSeconds: "90" }).spacingSeconds).toBe(90);
  });

  it("sends only the texts of a published sale, and its terms only if they were changed", () => {
    const published: Sale = { ...sale, status: "published", terms: "Pay first.\r\nCollect in Yaba. " };
    const change = changeOf({ ...formOf(published), title: "Renamed" }, published);
    expect(Object.keys(change).sort()).toEqual(["description", "pickups", "picture", "revision", "title", "viewings"]);
    // A text field shows its lines like this.
    const shown = { ...formOf(published), terms: "Pay first.\nCollect in Yaba. " };
    expect(changeOf(shown, published)).not.toHaveProperty("terms");
    const asked = { phone: true, document: false, approval: false };
    expect(changeOf({ ...shown, asked }, published)).not.toHaveProperty("requirements");
    expect(changeOf({ ...shown, requirements: "own", asked }, published)).toMatchObject({ requirements: asked });
    expect(changeOf({ ...shown, terms: "Collect in Ikeja." }, published)).toMatchObject({ terms: "Collect in Ikeja." });
  });

  it.each([
    ["a title of spaces", checks.title(" ")],
    ["a close that is no time", checks.closesAt("tomorrow", emptyForm)],
    ["a close before the opening", checks.closesAt("2026-11-24T13:00", { ...emptyForm, opensAt: "2026-11-24T14:00" })],
    ["a spacing of more than a day", checks.spacingSeconds("86401", emptyForm)],
    ["half a second", checks.spacingSeconds("0.5", emptyForm)],
    ["a viewing that ends before it begins", checks.until("2026-11-22T09:00", "2026-11-22T10:00")],
    ["a viewing nowhere", checks.place("")],
    ["a pickup time shorter than a slot", checks.pickupUntil("2026-11-25T10:20", pickup)],
    ["a pickup time of more than a day", checks.pickupUntil("2026-11-26T10:30", pickup)],
    ["a slot of a minute", checks.slotMinutes("1")],
    ["a slot for nobody", checks.buyers("0")],
    ["a group of no lots", checks.groupSize("0")],
    ["terms to accept that say nothing", checks.terms(" ", { ...emptyForm, asksTerms: true })],
  ])("refuses %s in words", (_what, said) => {
    expect(said).toMatch(/^[A-Z]/);
  });

  it("accepts no opening, and no time between two lots", () => {
    expect([checks.opensAt(""), checks.spacingSeconds("0", emptyForm)]).toEqual([true, true]);
  });

  it("sends pickup times with the length and the size of their slots as numbers", () => {
    const values = { ...formOf(sale), pickups: [pickup] };
    expect(bodyOf(values).pickups).toEqual([
      {
        from: "2026-11-25T09:00:00.000Z",
        until: "2026-11-25T09:30:00.000Z",
        place: "Yaba",
        slotMinutes: 30,
        buyers: 2,
      },
    ]);
    expect(checks.pickupUntil(pickup.until, pickup)).toBe(true);
    expect(formOf({ ...sale, pickups: bodyOf(values).pickups }).pickups).toEqual([{ ...pickup, place: "Yaba" }]);
  });
});
