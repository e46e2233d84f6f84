// Reads the statement of a bid receipt: the command that the house accepted, and the lot as it was then.
import { type Json, parseCanonical } from "./canonical-json.ts";
import { isHash, isIso, isOneOf, isText, isUuid, isWhole, optional, type Shape, wrongIn } from "./shape.ts";
import { moneyWords, timeWords } from "./words.ts";

interface Common {
  readonly at: string;
  readonly auction: string;
  readonly command: string;
  readonly contentVersion: number;
  readonly lotHash: string;
  readonly user: string;
  /** The public version of the lot after the command. */
  readonly version: number;
}

export type Statement = Common &
  (
    | {
        readonly type: "bid";
        readonly bid: number;
        readonly amount: number;
        readonly currency: string;
        readonly price: number;
      }
    | { readonly type: "max-bid" | "buy-it-now"; readonly amount: number; readonly currency: string }
    | { readonly type: "max-bid-confirmed"; readonly amount?: number; readonly currency?: string }
    | { readonly type: "max-bid-cancelled" | "withdrawal" }
  );

const common: Shape = {
  at: isIso,
  auction: isUuid,
  command: isText,
  contentVersion: isWhole,
  lotHash: isHash,
  salt: (value) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value),
  user: isUuid,
  v: (value) => value === 1,
  version: isWhole,
  type: isText,
};
const sum: Shape = { amount: isWhole, currency: isOneOf("NGN", "USD") };

const shapes: { readonly [T in Statement["type"]]: Shape } = {
  bid: { ...common, ...sum, bid: isWhole, price: isWhole },
  "max-bid": { ...common, ...sum },
  "buy-it-now": { ...common, ...sum },
  "max-bid-confirmed": { ...common, amount: optional(isWhole), currency: optional(isOneOf("NGN", "USD")) },
  "max-bid-cancelled": common,
  withdrawal: common,
};

/** Returns a sentence if the text is no statement. */
export const parseStatement = (text: string): Statement | string => {
  const value = parseCanonical(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "The receipt's statement is damaged.";
  const { type } = value as { readonly [key: string]: Json };
  const shape = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type as Statement["type"]] : null;
  if (!shape) return "The receipt is about something that this verifier does not know.";
  const wrong = wrongIn(value, shape);
  return wrong ? `The receipt's statement ${wrong}.` : (value as unknown as Statement);
};

/** "your bid 12 of ₦31,000.00, on 25 November 2026, …". */
export const statementWords = (statement: Statement): string => {
  const at = timeWords(Date.parse(statement.at));
  switch (statement.type) {
    case "bid":
      return `your bid ${statement.bid} of ${moneyWords(statement.amount, statement.currency)}, on ${at}`;
    case "max-bid":
      return `your maximum of ${moneyWords(statement.amount, statement.currency)}, on ${at}`;
    case "buy-it-now":
      return `your Buy It Now for ${moneyWords(statement.amount, statement.currency)}, on ${at}`;
    case "max-bid-confirmed":
      return `that you confirmed your maximum, on ${at}`;
    case "max-bid-cancelled":
      return `that you cancelled your maximum, on ${at}`;
    case "withdrawal":
      return `that you withdrew your bids, on ${at}`;
    default:
      return statement satisfies never;
  }
};
