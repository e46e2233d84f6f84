// Carries out what staff decide about a settlement: by commands of the engine, by changes of money that may need a
// second person, and by changes that touch no auction. Nobody acts on an auction in which they have an interest.
import type { ErrorBody } from "@jara/shared/errors";
import { type ExchangeRates, type Minor, toMinor } from "@jara/shared/money";
import { worthOfNairaMinor } from "@jara/shared/naira";
import type { RefundWay } from "@jara/shared/refund-ways";
import type { Approval, ApprovalKind } from "@jara/shared/rest/approvals";
import type { Settlement } from "@jara/shared/rest/settlements";
import type { FastifyRequest } from "fastify";
import type { AsAskedFor, ClosePayment, UserCommand } from "../../auction/commands.ts";
import type { NamedPayment, RefundTransfer } from "../../auction/events.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import { type Booking, bookTransfer } from "../booked-before.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut, SecondPerson } from "../second-person.ts";
import { namedPayments, type OtherPart, otherParts } from "./payment-rows.ts";
import type { AskedBooking } from "./purchase-routes.ts";
import { findSettlement } from "./queries.ts";
import { transferTo } from "./refund-account.ts";

export interface SettlementDeskDeps extends Pick<RouteDeps, "database" | "engine"> {
  /** Called when the settlement waits for the forfeiting job again, or changed outside the engine. */
  readonly settlementChanged: (id: string) => void;
  /** Called when a person's account changed in a way that later bids depend on. */
  readonly accountNotifier: { changed(userId: string): void };
  readonly secondPerson: SecondPerson;
  /** Null: the site sends no withdrawals. */
  readonly withdrawals: { readonly isSandbox: boolean } | null;
}

export type SettlementDesk = ReturnType<typeof createSettlementDesk>;

export const createSettlementDesk = (deps: SettlementDeskDeps, caller: Caller) => {
  const found = createLookups(deps, caller);
  const { settlementOf, settlementFor } = found;
  const submit = createSubmit(deps, settlementOf);

  /** Submits a command of the staff about the settlement, and answers what is stored afterwards. */
  const decide = async (
    request: FastifyRequest,
    id: string,
    toCommand: (of: OfSettlement) => UserCommand,
    commandId = commandIdOf(request),
  ): Promise<{ settlement: Settlement }> => {
    const { adminId, settlement } = await settlementFor(request, id);
    return await submit(adminId, settlement, toCommand, commandId);
  };

  /** Changes of a settlement that touch no auction. Each is one transaction, and done twice it does nothing more. */
  const outsideEngine = async (
    request: FastifyRequest,
    id: string,
    change: (adminId: string, settlement: Settlement) => Promise<string | ErrorBody | null>,
  ): Promise<{ settlement: Settlement }> => {
    const { adminId, settlement: asked } = await settlementFor(request, id);
    const refused = await change(adminId, asked);
    if (typeof refused === "object" && refused !== null) throw new RefusedError(refused);
    const settlement = await settlementOf(asked._id);
    if (refused !== null) return refuse("SETTLEMENT_CLOSED", { message: refused, status: settlement.status });
    deps.settlementChanged(asked._id);
    deps.accountNotifier.changed(asked.buyer._id);
    return { settlement };
  };

  /** Other settlements on which the same member of the staff may act, each once. */
  const othersFor = async (adminId: string, { _id }: Settlement, ids: readonly string[]): Promise<Settlement[]> => {
    const others = new Set(ids.map((id) => id.toLowerCase()));
    others.delete(_id);
    return await Promise.all([...others].map((id) => found.settlementForStaff(adminId, id)));
  };

  return { settlementOf, settlementFor, othersFor, decide, outsideEngine, ...createMoneyChanges(deps, found, submit) };
};

type Lookups = ReturnType<typeof createLookups>;

const createLookups = ({ database, engine }: Pick<SettlementDeskDeps, "database" | "engine">, caller: Caller) => {
  const settlementOf = async (id: string): Promise<Settlement> =>
    (await findSettlement(database, id, engine.rates)) ?? refuse("NOT_FOUND", { message: "Settlement not found" });

  /** Refuses a caller who has an interest in the auction: they may not act on it and may not see who owes. */
  const settlementFor = async (
    request: FastifyRequest,
    id: string,
  ): Promise<{ adminId: string; settlement: Settlement }> => {
    const { id: adminId } = await caller.staff(request);
    return { adminId, settlement: await settlementForStaff(adminId, id) };
  };
  const settlementForStaff = async (adminId: string, id: string): Promise<Settlement> => {
    const settlement = await settlementOf(id.toLowerCase());
    const { auction, buyer } = settlement;
    await refuseInterested({ database }, adminId, auction._id);
    return buyer._id === adminId ? refuse("CONFLICT_OF_INTEREST") : settlement;
  };

  return { settlementOf, settlementFor, settlementForStaff };
};

type Submit = ReturnType<typeof createSubmit>;

/** A command about another settlement that is carried out in the same commit. */
interface About {
  readonly settlement: Settlement;
  readonly toCommand: ToCommand;
}

/** Contains a space, which no client can send in a command's id. */
const commandsOf = (others: readonly About[], userId: string, commandId: string): UserCommand[] =>
  others.map(({ settlement: { _id: settlementId, auction }, toCommand }, n) =>
    toCommand({ auctionId: auction._id, userId, commandId: `${commandId} ${n + 2}`, settlementId }),
  );

/** Submits the user's command about the settlement, and answers what is stored afterwards. */
const createSubmit =
  ({ engine }: Pick<SettlementDeskDeps, "engine">, settlementOf: Lookups["settlementOf"]) =>
  async (
    userId: string,
    { _id: settlementId, auction }: Settlement,
    toCommand: (of: OfSettlement) => UserCommand,
    commandId: string,
    others: readonly About[] = [],
  ): Promise<{ settlement: Settlement }> => {
    const command = toCommand({ auctionId: auction._id, userId, commandId, settlementId });
    const { outcome } =
      others.length === 0
        ? await engine.submit(command)
        : await engine.submitTogether([command, ...commandsOf(others, userId, commandId)]);
    const settlement = await settlementOf(settlementId);
    if (outcome.ok) return { settlement };
    if (others.length > 0) {
      const message = `This payment of several lots cannot be reversed as a whole, so nothing was reversed. ${outcome.error.message}`;
      throw new RefusedError({ ...outcome.error, message });
    }
    if (outcome.error.code !== "SETTLEMENT_CLOSED" || settlement.status === "open")
      throw new RefusedError(outcome.error);
    const { status } = settlement;
    // A paid settlement is what a reversal is about, so the rules say what else stands in its way.
    const isOfReversal = (command.type === "ReverseSettlement" || command.type === "RefundSale") && status === "paid";
    const message = isOfReversal ? outcome.error.message : whatBecameOf(settlement);
    return refuse("SETTLEMENT_CLOSED", { message, status });
  };

/** Changes of a settlement's money. A second person may have to approve them. */
const createMoneyChanges = (
  { database, engine, secondPerson, withdrawals }: SettlementDeskDeps,
  { settlementFor, settlementForStaff }: Lookups,
  submit: Submit,
) => {
  const isSandbox = withdrawals?.isSandbox ?? null;
  const oneTransferOnce = <T>(
    of: Omit<Booking, "reference">,
    booking: MoneyChange["booking"],
    change: () => Promise<T>,
  ): Promise<T> => {
    if (booking?.method !== "transfer" || booking.reference === null) return change();
    const { reference, isSplit, isAnother } = booking;
    return bookTransfer(database, { ...of, reference, isSplit, isAnother }, change);
  };

  /** Finds the bank account of a refund by transfer first. */
  const commandOf = async (asked: MoneyChange, { buyer }: Settlement): Promise<ToCommand> => {
    const transfer = asked.to === "transfer" ? await transferTo(database, buyer, isSandbox) : null;
    return toCommandOf(asked, transfer);
  };

  /** The reversals of the other parts of a payment. Refuses a lot in which the person has an interest. */
  const othersOf = async ({ others = [], reason }: MoneyChange, actorId: string): Promise<About[]> =>
    await Promise.all(
      others.map(async ({ settlementId, payment }) => ({
        settlement: await settlementForStaff(actorId, settlementId),
        toCommand: toCommandOf({ kind: "reversal", reason, payments: [payment] }, null),
      })),
    );

  /** Carries a change of money out, or makes it wait for a second person: then answers its approval. */
  const change = async (
    request: FastifyRequest,
    id: string,
    { booking: came, paymentIds, otherIds, ...change }: AskedChange,
    commandId = commandIdOf(request),
  ): Promise<Changed> => {
    const { adminId, settlement } = await settlementFor(request, id);
    const booking = came && countedFor(settlement, came, engine.rates);
    const payments = paymentIds && (await namedPayments(database, settlement._id, paymentIds));
    const others = otherIds && (await otherParts(database, payments ?? [], otherIds));
    const asked: MoneyChange = {
      ...change,
      ...(booking && { booking }),
      ...(payments && { payments }),
      ...(others && { others }),
    };
    const { kind, reason, to } = asked;
    // The order records the settlement's state, so that no larger change is carried out than the one that was counted.
    const state = secondPerson.isOn && !booking ? { asked: askedFor(settlement, kind) } : {};
    const toCommand = await commandOf({ ...asked, ...state }, settlement);
    const abouts = await othersOf(asked, adminId);
    const of = { actorId: adminId, settlementId: settlement._id, commandId };
    return await oneTransferOnce(of, booking, async () => {
      const approval = await secondPerson.ask({
        kind,
        actorId: adminId,
        userId: settlement.buyer._id,
        reason,
        commandId,
        request: booking ?? { ...state, ...(to && { to }), ...(payments && { payments }), ...(others && { others }) },
        amountMinor: amountOf(settlement, asked, engine.rates),
        settlementId: settlement._id,
        auctionId: settlement.auction._id,
      });
      if (approval) return { approval };
      return await submit(adminId, settlement, toCommand, commandId, abouts);
    });
  };

  /** Carries out a change of money that a second person approved. */
  const carryOut: CarryOut = async ({ kind, actorId, settlementId, reason, request, commandId }) => {
    const asked: MoneyChange =
      kind === "booking"
        ? { kind, reason, booking: request as CountedBooking }
        : { kind, reason, ...(request as Pick<MoneyChange, "asked" | "to" | "payments" | "others">) };
    const settlement = await settlementForStaff(actorId, settlementId ?? "");
    const toCommand = await commandOf(asked, settlement);
    const others = await othersOf(asked, actorId);
    const of = { actorId, settlementId: settlement._id, commandId, comesAgain: true };
    await oneTransferOnce(of, asked.booking, () => submit(actorId, settlement, toCommand, commandId, others));
  };

  return { change, carryOut };
};

/** A change of a settlement's money that may need a second person. */
interface MoneyChange {
  readonly kind: ApprovalKind;
  readonly reason: string | null;
  /** The method and the amount of a booking. */
  readonly booking?: CountedBooking;
  /** The settlement's state when the change was asked for. Absent in older orders. */
  readonly asked?: AsAskedFor;
  /** The way of a refund. */
  readonly to?: RefundWay;
  /** The payments that are reversed alone. Absent: all that a reversal takes. */
  readonly payments?: readonly NamedPayment[];
  /** The parts of the same payment that went to other lots, and are reversed with it. */
  readonly others?: readonly OtherPart[];
}
type AskedChange = Omit<MoneyChange, "booking" | "payments" | "others"> & {
  readonly booking?: AskedBooking;
  readonly paymentIds?: readonly string[];
  readonly otherIds?: readonly string[];
};
export type Changed = { readonly settlement: Settlement } | { readonly approval: Approval };

/** A booking with what it counts for. Orders that wait for a second person are stored in this form. */
type CountedBooking = Omit<AskedBooking, "came"> & {
  /** In the lot's currency. */
  readonly amountMinor: Minor;
  /** The naira that came for a lot in another currency. */
  readonly ngnMinor?: Minor;
};

/** Counts naira that came for a lot in dollars at the rate in force. It stays that rate, however long the order waits. */
const countedFor = (
  { auction: { currency } }: Settlement,
  { came, ...booking }: AskedBooking,
  rates: ExchangeRates,
): CountedBooking => {
  if ("amountMinor" in came) return { ...booking, amountMinor: came.amountMinor };
  const amountMinor = worthOfNairaMinor(came.ngnMinor, currency, rates);
  if (currency === "NGN") return { ...booking, amountMinor };
  if (amountMinor > 0) return { ...booking, amountMinor, ngnMinor: came.ngnMinor };
  const message = "This is worth less than a cent";
  return refuseField("amountNgn", message);
};

type ToCommand = (of: OfSettlement) => UserCommand;
const toCommandOf =
  ({ kind, reason, booking, asked, to, payments }: MoneyChange, transfer: RefundTransfer | null): ToCommand =>
  (of) => {
    const as = asked && { asked };
    if (kind === "refund") {
      const inCash = to === "cash" && { inCash: true };
      return { ...of, ...as, type: "RefundSale", note: reason ?? "", transfer, ...inCash };
    }
    if (kind === "reversal")
      return { ...of, ...as, type: "ReverseSettlement", note: reason ?? "", ...(payments && { payments }) };
    if (booking) {
      const { isSplit: _, isAnother: __, ...booked } = booking;
      return { ...of, type: "BookPayment", ...booked };
    }
    return { ...of, ...as, type: "ClosePayment", as: "paid", note: null };
  };

/** NGN kobo, by the rate in force: what is booked, what remains, or what was paid or kept and goes back. */
const amountOf = (of: Settlement, { kind, booking, others = [] }: MoneyChange, rates: ExchangeRates): number => {
  const naira = (amountMinor: number): number =>
    of.auction.currency === "NGN" ? amountMinor : Math.ceil(amountMinor * rates.USD_TO_NGN);
  if (booking) return booking.ngnMinor ?? naira(booking.amountMinor);
  if (kind === "payment") return Math.round(of.remainingNgn * 100);
  const ofOthers = others.reduce((sum, { ngnMinor }) => sum + ngnMinor, 0);
  const own = Math.round(of.depositNgn * 100) + naira(Math.round(of.paid * 100));
  return own + Math.round((of.penaltyNgn ?? 0) * 100) + ofOthers;
};

/** Returns the settlement's state as the order records it. The engine compares it when it confirms or reverses. */
const askedFor = ({ status, remaining, paid, penaltyNgn }: Settlement, kind: ApprovalKind): AsAskedFor => {
  if (kind === "payment") return { status, amountMinor: toMinor(remaining) };
  return { status, amountMinor: toMinor(status === "forfeited" ? (penaltyNgn ?? 0) : paid) };
};

type OfSettlement = Pick<ClosePayment, "auctionId" | "userId" | "commandId" | "settlementId">;

const became: Record<Exclude<Settlement["status"], "open">, string> = {
  paid: "was already confirmed",
  waived: "was already waived",
  forfeited: "was forfeited",
  void: "is void",
  refunded: "was already refunded",
};

/** Says how a settlement was closed, by whom and when. */
export const whatBecameOf = ({ status, closedAt, closedBy }: Settlement): string => {
  if (status === "open") return "This payment moved while you answered. Please try again.";
  const by = closedBy ? ` by ${closedBy.username}` : "";
  return `This payment ${became[status]}${by}${closedAt ? ` on ${writtenLagosTime(closedAt)}` : ""}.`;
};
