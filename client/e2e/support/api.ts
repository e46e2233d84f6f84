// Acts as other people by REST, while the browser shows a page. A test makes the accounts and lots that it changes, and
// only reads the demo's.
import type { Auction, AuctionOutcome, AuctionStatus, MaxBid, Media } from "@jara/shared/auction";
import { maskUsername } from "@jara/shared/mask-username";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import type { User } from "@jara/shared/users";

export const bidders = ["ada", "bola", "chidi", "dayo", "emeka"] as const;
/** The demo's accounts, which no test changes; uche's e-mail is not verified. */
export type Person = (typeof bidders)[number] | "admin" | "uche";

export const emailOf = (person: Person): string => `${person}@auction.test`;
export const passwordOf = (person: Person): string => (person === "admin" ? "admin1234" : "bidder1234");

/** The password of every account that a test makes. */
export const OWN_PASSWORD = "secret-enough";
/** `prefix` and characters that no other account has. */
export const uniqueName = (prefix: string): string => `${prefix}${Math.random().toString(36).slice(2, 10)}`;
/** The account's name as other people see it. */
export const maskedName = ({ user }: Session): string => maskUsername(user.username);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Session {
  user: User;
  token: string;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export class Api {
  readonly origin: string;
  readonly #sessions = new Map<string, Promise<Session>>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Logs in once and keeps the session. */
  session(person: Person): Promise<Session> {
    const known = this.#sessions.get(person);
    if (known) return known;
    const session = this.call<Session>("POST", "/api/auth/login", null, {
      email: emailOf(person),
      password: passwordOf(person),
    });
    this.#sessions.set(person, session);
    return session;
  }

  /** Somebody new, without a verified address or money. */
  register(username: string): Promise<Session> {
    const account = { username, email: `${username}@people.test`, password: OWN_PASSWORD };
    return this.call<Session>("POST", "/api/auth/register", null, account);
  }

  /** An account of the test's own, with a verified address and money: `name` and some more characters. */
  async member(name: string): Promise<Session> {
    const session = await this.#verified(name);
    const balance = 10_000_000;
    await this.call("PUT", `/api/users/admin/balance/${session.user._id}`, "admin", { balance, action: "add" });
    // The browser starts with this balance. Another one would move the header's buttons once it is read again.
    return { ...session, user: { ...session.user, balance } };
  }

  /** An administrator of the test's own, who has created no auction: `name` and some more characters. */
  async colleague(name: string): Promise<Session> {
    const session = await this.#verified(name);
    await this.call("PUT", `/api/auth/users/${session.user._id}/role`, "admin", { role: "admin" });
    return { ...session, user: { ...session.user, role: "admin" } };
  }

  async #verified(name: string): Promise<Session> {
    const session = await this.register(uniqueName(name));
    const { email } = session.user;
    const [mail] = await this.mailsTo(email);
    const token = new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token");
    await this.call("POST", "/api/auth/verify-email", null, { token, email });
    return { ...session, user: { ...session.user, isEmailVerified: true } };
  }

  async createAuction(
    details: Partial<CreateAuctionBody> & { title: string },
    seller: Person | Session = "admin",
  ): Promise<Auction> {
    const body = { description: "For the browser tests.", startingPrice: 10_000, bidIncrement: 500, ...details };
    return (await this.call<{ auction: Auction }>("POST", "/api/auctions", seller, body)).auction;
  }

  /**
   * Gives the demo's lots that end within the hour another day. Otherwise one of the demo's people wins a lot in the
   * middle of a test, and every page of theirs shows the notice.
   */
  async postponeEnds(): Promise<void> {
    const ending = (await this.#listed()).filter(({ status, endTime }) => {
      const left = Date.parse(endTime) - Date.now();
      return status === "active" && left > 0 && left < HOUR_MS;
    });
    const endTime = new Date(Date.now() + DAY_MS).toISOString();
    for (const { _id } of ending) await this.call("PUT", `/api/auctions/admin/${_id}`, "admin", { endTime });
  }

  /** Pictures that are there: those of the lots in the list. */
  async pictures(count: number): Promise<Media[]> {
    const pictures = (await this.#listed()).flatMap(({ media }) => media.filter(({ type }) => type === "image"));
    // Lots of other tests have the same pictures.
    return [...new Map(pictures.map((picture) => [picture.url, picture])).values()].slice(0, count);
  }

  async #listed(): Promise<Auction[]> {
    return (await this.call<{ auctions: Auction[] }>("GET", "/api/auctions?limit=100", null)).auctions;
  }

  bid(person: Person | Session, auctionId: string, amount: number): Promise<{ auction: AuctionOutcome }> {
    return this.call("POST", "/api/bids", person, { auctionId, amount });
  }

  setMaxBid(person: Person | Session, auctionId: string, maxAmount: number): Promise<{ maxBid: MaxBid }> {
    return this.call("POST", "/api/maxbids", person, { auctionId, maxAmount, currency: "NGN" });
  }

  /** Lets the end time come: the auction closes by the clock, and nobody ends it by hand. */
  endNow(auctionId: string): Promise<unknown> {
    return this.call("PUT", `/api/auctions/admin/${auctionId}`, "admin", { endTime: new Date().toISOString() });
  }

  setStatus(auctionId: string, status: AuctionStatus): Promise<unknown> {
    return this.call("PATCH", `/api/auctions/admin/${auctionId}/status`, "admin", { status });
  }

  /** The mails to one address, newest first. */
  async mailsTo(address: string): Promise<Mail[]> {
    const { mails } = await this.call<{ mails: Mail[] }>("GET", "/dev/mail.json", null);
    return mails.filter(({ to }) => to === address);
  }

  async call<T>(method: string, path: string, person: Person | Session | null, body?: unknown): Promise<T> {
    const session = typeof person === "string" ? await this.session(person) : person;
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(session ? { authorization: `Bearer ${session.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
}
