// Makes the request for each call on offers and agreements in the table of permissions, as who-may-what-given.ts does. The
// offers are the owner's.
import { randomUUID } from "node:crypto";
import type { Media } from "@jara/shared/auction";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { OFFER_PHOTOS_MIN } from "@jara/shared/offer-limits";
import { emptyContent } from "../../src/platform/database/entered-offer.ts";
import { from, type Given, pictureForm } from "./who-may-what-made.ts";
import { ok, unique, type World } from "./who-may-what-world.ts";

interface Made {
  readonly id: string;
}

const details = () => ({
  ...emptyContent,
  title: unique("Generator "),
  description: "Used at weekends.",
  category: "furniture",
  age: "5 years",
  condition: "good",
  estimatedValue: 650_000,
});
const photosAndVideo: readonly Media[] = [
  ...Array.from({ length: OFFER_PHOTOS_MIN }, (_, index) => ({
    url: `/media/${String(index).padStart(32, "0")}.webp`,
    type: "image" as const,
  })),
  { url: `/media/${"a".repeat(32)}.mp4`, type: "video" },
];
const offerOf = async (
  { server, people }: World,
  status: "draft" | "offered",
  media: readonly Media[] = [],
): Promise<Made> => {
  const id = randomUUID();
  await server.query(
    `insert into offers (id, seller_id, status, content, uploads, created_at, updated_at, offered_at)
     values ($1::text::uuid, $2::text::uuid, $3::text, $4::text::jsonb, '{}', clock_now(), clock_now(),
       case when $3::text = 'offered' then clock_now() end)`,
    [id, people.owner.id, status, JSON.stringify({ ...details(), media })],
  );
  return { id };
};
const draft = (world: World) => offerOf(world, "draft");
const complete = (world: World) => offerOf(world, "draft", photosAndVideo);
const offered = (world: World) => offerOf(world, "offered");

const terms = { startingPrice: 3_000, currency: "NGN", commissionPercent: 10, leastCommission: 200, charges: [] };
interface Accepted extends Made {
  readonly agreementId: string;
}
const accepted = async (world: World): Promise<Accepted> => {
  const { id } = await offered(world);
  const { token } = world.people.seller;
  const { body } = await ok(world.server, "POST", `/api/admin/offers/${id}/accept`, { token, body: terms });
  return { id, agreementId: body.agreement._id };
};
const proposed = async (world: World): Promise<Made> => ({ id: (await accepted(world)).agreementId });
const signature = { name: "Ada Okafor", termsVersion: SELLER_TERMS_VERSION };
const signed = async (world: World): Promise<Made> => {
  const { id } = await proposed(world);
  const { token } = world.people.owner;
  await ok(world.server, "POST", `/api/agreements/${id}/accept`, { token, body: signature });
  return { id };
};

const message = () => ({ body: { text: "Does it have its papers?" } });

export const givenOffers: Readonly<Record<string, Given>> = {
  "POST /api/offers": () => ({ body: details() }),
  "GET /api/offers/:id": from(draft),
  "PUT /api/offers/:id": from(draft, () => ({ body: { title: unique("Generator "), revision: 1 } })),
  "POST /api/offers/:id/submit": from(complete, () => ({ body: { revision: 1 } })),
  "POST /api/offers/:id/withdraw": from(offered),
  "DELETE /api/offers/:id": from(draft),
  "POST /api/offers/:id/messages": from(offered, message),
  "POST /api/offers/:id/media": from(draft, pictureForm),
  "POST /api/offers/:id/media/parts": from(draft, async () => ({
    query: `?uploadId=${randomUUID()}&offset=0&size=1000000`,
    ...(await pictureForm()),
  })),
  "GET /api/admin/offers/:id": from(offered),
  "POST /api/admin/offers": ({ people }) => ({ body: { seller: people.owner.username, ...details() } }),
  "POST /api/admin/seller-codes": ({ people }) => ({ body: { seller: people.owner.username } }),
  "POST /api/admin/offers/:id/review": from(offered),
  "POST /api/admin/offers/:id/messages": from(offered, message),
  "POST /api/admin/offers/:id/accept": from(offered, () => ({ body: { ...terms, revision: 1 } })),
  "POST /api/admin/offers/:id/decline": from(offered, () => ({ body: { reason: "We sell none.", revision: 1 } })),
  "POST /api/admin/offers/:id/lot": from(accepted),
  "GET /api/agreements/:id": from(proposed),
  "POST /api/agreements/:id/accept": from(proposed, () => ({ body: signature })),
  "POST /api/agreements/accept": from(proposed, ({ id }) => ({ body: { ...signature, agreements: [id] } })),
  "GET /api/agreements/:id.pdf": from(signed),
};
