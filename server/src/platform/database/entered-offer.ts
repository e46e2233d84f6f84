// The row of an offer: its empty content, the uploads that it names, and an offer that staff enter for somebody.
import type { Media } from "@jara/shared/auction";
import type { OfferContent } from "@jara/shared/rest/offers";
import type { Db } from "./database.ts";
import { recordAction } from "./record-action.ts";
import { offers } from "./schema/sellers.ts";
import { giveSellerCode } from "./seller-codes.ts";
import { readNow } from "./statements.ts";

export const emptyContent: OfferContent = {
  title: "",
  description: "",
  age: "",
  category: null,
  condition: null,
  workingCondition: null,
  estimatedValue: null,
  lowestPrice: null,
  location: "",
  media: [],
  receipt: null,
};

const nameOf = ({ url }: Media): string => /^\/media\/([0-9a-f]{32}\.\w+)$/.exec(url)?.[1] ?? "";
/** Empty for a file that is no upload. */
export const uploadsIn = ({ media, receipt }: OfferContent): string[] =>
  [...media, ...(receipt ? [receipt] : [])].map(nameOf);

interface Entered {
  readonly id: string;
  readonly actorId: string;
  readonly sellerId: string;
  readonly content: Partial<OfferContent>;
}

/** The rights of the actor and the seller must be checked. */
export const writeEnteredOffer = async (tx: Db, { id, actorId, sellerId, content: given }: Entered): Promise<void> => {
  const now = await readNow(tx);
  const content = { ...emptyContent, ...given };
  await tx.insert(offers).values({
    id,
    sellerId,
    enteredBy: actorId,
    status: "in-review",
    content,
    uploads: uploadsIn(content).filter((name) => name !== ""),
    createdAt: now,
    updatedAt: now,
    offeredAt: now,
  });
  await giveSellerCode(tx, sellerId);
  await recordAction(tx, { actorId, userId: sellerId, action: "offer entered", details: { offerId: id } });
  tx.wake("list:offers");
};
