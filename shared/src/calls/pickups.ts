// Pickup slots: the times at which buyers collect their lots.
import { choosePickupBody, dayPickupsAnswer, dayPickupsParams, type Pickup, pickupsAnswer } from "../rest/pickups.ts";
import { PICKUP_NOTICE_HOURS } from "../sale-limits.ts";
import { callsIn } from "./call.ts";
import { command, read } from "./costs.ts";
import { auctionId, closedSettlement } from "./samples.ts";

const call = callsIn("Payments");

const slot = {
  startsAt: "2026-11-25T09:30:00.000Z",
  endsAt: "2026-11-25T10:00:00.000Z",
  place: "12 Broad Street, Lagos",
};
const sale = { _id: "6a7b8c9d-0e1f-4a2b-9c3d-4e5f6a7b8c9d", title: "Instruments of the late Chief Adeyemi" };
const lot = { _id: closedSettlement._id, auction: { _id: auctionId, title: "Talking drum from Ibadan" }, lot: "12A" };
const pickup: Pickup = {
  sale,
  lots: [{ ...lot, isReady: true, isAdded: false }],
  code: "482913",
  slot: null,
  hasSlots: true,
  canChoose: true,
  offered: [slot],
};

export const listPickups = call({
  route: "GET /api/users/pickups",
  access: "signed in",
  summary:
    "What the caller still has to collect, for each sale, with the chosen slot and the slots that have a free place",
  description:
    "A sale without pickup times of its own has those of the site, as lots without a sale have. Without either, " +
    "`offered` is empty.",
  answer: pickupsAnswer,
  cost: read(4),
  examples: { answer: { pickups: [pickup] } },
});

export const choosePickup = call({
  route: "PUT /api/users/pickup",
  access: "signed in",
  summary: "Choose the slot in which the caller collects all their lots of a sale, instead of an earlier one",
  description:
    "A slot can be chosen once one of the lots is ready for pickup. The others join it. It can be chosen, and changed, " +
    `until ${PICKUP_NOTICE_HOURS} hours before it; one that is over can be replaced. A slot that ` +
    "is full or no longer offered is refused (VALUE_CHANGED). It is free again when all of its lots were refunded, or are due again.",
  body: choosePickupBody,
  answer: pickupsAnswer,
  cost: command(4),
  examples: {
    body: { saleId: sale._id, startsAt: slot.startsAt, place: slot.place },
    answer: { pickups: [{ ...pickup, slot, offered: [] }] },
  },
});

export const listDayPickups = call({
  route: "GET /api/admin/pickups/:date",
  access: "settlements:read",
  summary: "The buyers who collect lots on a day in Lagos, in the order of their slots",
  description:
    "And those whose lots are ready and who chose no slot (`withoutSlot`). Lots in which the caller has an interest are left out.",
  params: dayPickupsParams,
  answer: dayPickupsAnswer,
  cost: read(4),
  examples: {
    answer: {
      date: "2026-11-25",
      nextDays: [{ date: "2026-11-28", buyers: 2 }],
      coming: [
        {
          slot,
          sale,
          buyer: closedSettlement.buyer,
          number: 4,
          lots: [{ ...lot, status: closedSettlement.status, pickup: closedSettlement.pickup }],
          owed: [{ currency: "NGN", amount: 90_750 }],
        },
      ],
      withoutSlot: [],
    },
  },
});
