// Pictures of a sale: its catalogue, the staff's console, the big screen, and a lot of it.
import { uniqueName } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot, shootDesk } from "./shoot.ts";

const HOUR_MS = 3_600_000;

test("a sale's evening", async ({ administrator, api, open }) => {
  const titles = [
    "Talking drum, carved",
    "Flute of bamboo",
    "Kora with 21 strings",
    "Udu, clay",
    "Bata drums, a set of three",
  ];
  const startTime = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const pictures = await api.pictures(4);
  const ids: string[] = [];
  for (const [index, title] of titles.entries()) {
    const media = pictures.slice(index % 4, (index % 4) + 1);
    const reserve = index === 1 ? { reservePrice: 90_000 } : {};
    const lot = { title, startTime, startingPrice: 20_000, bidIncrement: 1_000, media, ...reserve };
    ids.push((await api.createAuction(lot, administrator))._id);
  }
  const { sale } = await api.call<{ sale: { _id: string } }>("POST", "/api/sales", administrator, {
    title: uniqueName("Instruments of the late Chief Adeyemi "),
    description: "Drums, flutes and strings from one collection.",
    terms: "Collect within five days.",
    viewings: [
      {
        from: new Date(Date.now() + HOUR_MS / 2).toISOString(),
        until: new Date(Date.now() + HOUR_MS).toISOString(),
        place: "12 Broad Street, Lagos",
      },
    ],
    closesAt: new Date(Date.now() + 4 * 60_000).toISOString(),
  });
  await api.call("PUT", `/api/sales/${sale._id}/lots`, administrator, { revision: 1, auctionIds: ids });
  await api.call("POST", `/api/sales/${sale._id}/publish`, administrator);
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(ada, ids[0] ?? "", 45_000);
  await api.bid(bola, ids[1] ?? "", 30_000);
  await api.bid(bola, ids[4] ?? "", 25_000);
  await api.call("PATCH", `/api/auctions/admin/${ids[4]}/status`, administrator, { status: "ended" });

  const desk = await open(administrator, `/admin/sales/${sale._id}/console`);
  await expect(desk.getByRole("region", { name: "Open lots" }).getByRole("listitem")).toHaveCount(4);
  await shootDesk(desk, "sale-console");
  await desk.goto("/admin/sales");
  await expect(desk.getByText("Instruments of the late").first()).toBeVisible();
  await shootDesk(desk, "sales-of-staff");
  await desk.goto(`/admin/sales/${sale._id}`);
  await expect(desk.getByRole("heading", { name: /Instruments of the late/ })).toBeVisible();
  await shootDesk(desk, "sale-of-staff");
  const wall = await open(null, `/sales/${sale._id}/screen`);
  await expect(wall.getByRole("region", { name: "Lot 1" })).toBeVisible();
  await shoot(wall, "sale-screen");
  const reader = await open(null, `/sales/${sale._id}`);
  await expect(reader.getByRole("article").first()).toBeVisible();
  await shoot(reader, "sale");
  await reader.goto(`/auction/${ids[1]}`);
  await expect(reader.getByRole("navigation", { name: "The sale of this lot" })).toBeVisible();
  await shoot(reader, "sale-lot");
});
