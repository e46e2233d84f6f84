// @vitest-environment happy-dom
// A page that was loaded before an update of the server gets kinds of notifications that it does not know.
import type { NotificationKind } from "@jara/shared/notification-kinds";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { AtAddress } from "../../../app/at-address-for-test.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

afterEach(cleanup);

const ofTomorrow = "of-tomorrow" as NotificationKind;
// `constructor` is a property of every object, so a plain lookup would find it.
const unknownKinds = [ofTomorrow, "constructor" as NotificationKind];

it.each(unknownKinds)("a notification of the unknown kind %s has words, a link and a usual icon", (kind) => {
  const words = { title: "There is news for you", text: "Reload the page to read it.", link: "/purchases" };
  const notification = { _id: "n", kind, auctionId: null, ...words, count: 1, at: "2026-11-21T13:05:00.000Z" };
  render(
    <AtAddress>
      <NotificationRow notification={{ ...notification, isRead: false }} onRead={() => {}} />
    </AtAddress>,
  );
  expect(screen.getByRole("link", { name: /There is news for you/ }).querySelector("svg")).not.toBeNull();
});

it("the preferences leave out kinds that the page does not know, and show the others", () => {
  const choice = { onScreen: true, push: true, mail: true, fixed: [] };
  const kinds = ["outbid" as const, ...unknownKinds, "won" as const].map((kind) => ({ kind, ...choice }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesForm preferences={{ kinds, quietHours: null, digest: false }} />
    </QueryClientProvider>,
  );
  const names = screen.getAllByRole("rowheader").map((header) => header.firstChild?.textContent);
  expect(names).toEqual(["Outbid", "Won and bought"]);
});
