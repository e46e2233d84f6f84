// A call of the REST API. The server serves it (`serve`) and the client asks it (`ask`); its access, cost, proof and limits,
// its part of the API's document and its row in docs/permissions.md are made from it. Its name is the name of the exported
// constant: generators name functions by it, so it never changes once it is published.
//
// The client's build keeps the route alone (client/light-calls.ts).
import * as z from "zod/mini";
import type { Permission } from "../permissions.ts";
import { id } from "../text/kinds.ts";

type Schema = z.ZodMiniType;

/**
 * "staff": every role of the staff; the route leaves out what the role may not read. A permission: every role that has
 * it (permissions.ts).
 */
export type Access = "anyone" | "signed in" | "staff" | Permission;

/**
 * When a call needs a proof of the person that is not older than STEP_UP_MINUTES. `always`: for everybody who may make the
 * call. `with a factor`: for accounts with a second factor; these calls also take the password in their body, or did so
 * before second factors existed. `password or again`: the same, and without the password in the body everybody gives a proof
 * after the log-in. `factors`: for everybody, even if step-up is switched off. `transfer or cash`: only if the body says that
 * an administrator books such a payment.
 */
export type Proof = "always" | "with a factor" | "password or again" | "factors" | "transfer or cash";

export interface Cost {
  /** Milliseconds of the thread that answers bids: the least that a request takes. */
  readonly ms: number;
  /** The bulkhead in which the request waits when many come. */
  readonly bulkhead: "commands" | "reads" | "drawings" | "others";
}

type Words = Readonly<Record<string, string>>;

/** Fits both what the schema takes (a body) and what it gives (an answer). */
type Example<S extends Schema> = z.input<S> & z.output<S>;

interface Facts<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  W extends Schema,
  X extends Access,
> {
  /** Method and path. */
  readonly route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  readonly access: X;
  /** Visitors may call, and a token is read if there is one. */
  readonly readsToken?: true;
  /** The section of the API's document, if it is another than that of the file's other calls. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body is a form with files. */
  readonly isForm?: true;
  /** Left out: a page, or a redirect. */
  readonly answer?: A;
  /** The status of a success; 200 by default. */
  readonly status?: 201 | 204;
  /**
   * The answer is not serialized through its schema, which for five hundred auctions took a third of the request. Only for
   * answers made by a view that names each of its fields.
   */
  readonly unchecked?: true;
  /** The answer, with 202, if the change waits for a second person. */
  readonly waits?: W;
  /** The entries on a page if the caller names no `limit`. */
  readonly pageLength?: number;
  /** Reads the `Idempotency-Key` header. */
  readonly once?: true;
  /** Answers with a bid receipt if the `Bid-Receipt` header asks for one. */
  readonly receipt?: true;
  /** At most so many from one address in 15 minutes. */
  readonly limit?: number;
  /** Left out: the usual cost by the method (server/src/app/request-costs.ts). */
  readonly cost?: Cost;
  /** Left out: by the permission (server/src/app/fresh-proof.ts). "none": needs no proof although its permission would. */
  readonly proof?: Proof | "none";
  /**
   * Says what the call does to an auction's sale. It needs a proof if it sells the lot, ends it while it has bids, voids its bids
   * or undoes its sale (server/src/auction/sale-change.ts).
   */
  readonly sale?: "by the body" | "cancelled" | "removed";
  /** Descriptions of parameters of the query, and of fields of an answer that has no name in the API's document. */
  readonly queryWords?: Words;
  readonly answerWords?: Words;
  /** For the API's document. A test checks them against the schemas. */
  readonly examples?: { readonly body?: NonNullable<Example<B>>; readonly answer?: Example<A> };
}

export interface Call<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
  W extends Schema = Schema,
  X extends Access = Access,
> extends Facts<P, Q, B, A, W, X> {
  readonly tag: string;
}

/** Makes the calls of a file. `tag`: their section of the API's document. */
export const callsIn =
  (tag: string) =>
  <
    P extends Schema = never,
    Q extends Schema = never,
    B extends Schema = never,
    A extends Schema = never,
    W extends Schema = never,
    const X extends Access = Access,
  >(
    facts: Facts<P, Q, B, A, W, X>,
  ): Call<P, Q, B, A, W, X> => ({ tag, ...facts });

/** The types that a schema of a call takes and gives; never for a part that the call does not have. */
export type InputOf<S> = S extends Schema ? z.input<S> : never;
export type OutputOf<S> = S extends Schema ? z.output<S> : never;

/** The parameters of a route with `:id`. */
export const idParams = z.object({ id });

/** The body of a call that needs none: absent, null or an empty object. */
export const noBody = z.nullish(z.strictObject({}));
