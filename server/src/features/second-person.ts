// Declares the question that features ask before they change people's money: must a second person approve the change?
// The feature approvals answers it.
import type { Permission, Role } from "@jara/shared/permissions";
import type { Approval, ApprovalKind } from "@jara/shared/rest/approvals";

/** A change of somebody's money, exactly as it is to be carried out. */
export interface MoneyOrder {
  readonly kind: ApprovalKind;
  /** The staff member who asks for it. */
  readonly actorId: string;
  /** The person whose money it is. */
  readonly userId: string;
  /** NGN, at least 0. */
  readonly amountMinor: number;
  readonly settlementId: string | null;
  readonly auctionId: string | null;
  readonly request: object;
  /** The balance that the order was made on: the order is refused if the person has another one. Absent: any. */
  readonly seenMinor?: number | null;
  readonly reason: string | null;
  /** The same key again asks for nothing new. */
  readonly commandId: string;
}

export interface SecondPerson {
  /**
   * Null: carry it out now. Otherwise it waits for a second person, and must not be carried out. Throws the refusal of an
   * actor who has lost the permission, or of a key that was used for another order.
   */
  ask(order: MoneyOrder): Promise<Approval | null>;
  /** The changes of a settlement that wait, oldest first, as this member of the staff may see them. */
  waitingFor(settlementId: string, reader: { readonly id: string; readonly role: Role }): Promise<Approval[]>;
  /** True if any change may have to wait. */
  readonly isOn: boolean;
}

/** Carries an approved order out for the person who approved it. Throws a refusal; done twice it does nothing more. */
export type CarryOut = (order: Omit<MoneyOrder, "amountMinor">) => Promise<void>;

/** The permission that asking for and deciding about an order needs. Cash out of the till is also a change of a balance. */
export const permissionOf = ({ kind, request }: Pick<MoneyOrder, "kind" | "request">): Permission =>
  kind === "refund" && "to" in request && request.to === "cash" ? "balances:change" : permissionOfKind[kind];

export const permissionOfKind: Readonly<Record<ApprovalKind, Permission>> = {
  balance: "balances:change",
  booking: "settlements:book",
  payment: "settlements:book",
  reversal: "settlements:book",
  refund: "settlements:book",
};
