// A second, deliberately simple implementation of the bidding rules, with which tests compare the real one. The price
// rises one kobo at a time, a bidder drops out when it passes their maximum, and the last bidder left pays up to an
// increment more. It is written from the rules alone, and must never import the auction's own code. It is long because
// it has all the rules.

export interface NaiveBid {
  who: string;
  amount: number;
  kind: "manual" | "auto";
}

interface Maximum {
  who: string;
  amount: number;
  since: number;
  /** The content version to which its owner last agreed. */
  version: number;
  /** Auto-bids recorded for it, and the last one's amount. */
  autos: number;
  lastAuto: number;
}

/** Somebody at the contest: stands up to `ceiling`, and settled that at `since`. */
interface Contender {
  who: string;
  ceiling: number;
  since: number;
}

export type NaiveTable = readonly (readonly [below: number | null, increment: number])[];

export interface NaiveRules {
  start: number;
  increment: number;
  /** Below this price this increment, the lowest first; the last has no end. Null or absent: `increment` at every price. */
  table?: NaiveTable | null;
  /** The table that an edit gives a lot. */
  houseTable?: NaiveTable;
  reserve: number | null;
  buyItNow: number | null;
  seller: string;
  /** Everybody not named has enough. */
  balances: Record<string, number>;
  /**
   * The commands were accepted before, and are carried out again without some people's: whatever forbids one now is not
   * asked, except that a bid by hand which the price has reached or passed does nothing.
   */
  isReplay?: boolean;
}

/** The fields that an administrator changes. */
export type NaiveEdit = Partial<Pick<NaiveRules, "start" | "increment" | "reserve" | "buyItNow">> & {
  hasTable?: boolean;
};

/** The increment of a bid above this price. */
const stepAt = ({ table, increment }: Pick<NaiveRules, "table" | "increment">, price: number): number => {
  for (const [below, step] of table ?? []) if (below === null || price < below) return step;
  return increment;
};

type Edited = "start" | "increment" | "reserve" | "buyItNow";

export type NaiveAnswer = "ok" | NaiveRefusal | TooLow;
type NaiveRefusal =
  | "AUCTION_HAS_BIDS"
  | "INVALID"
  | "AUCTION_PAUSED"
  | "AUCTION_ENDED"
  | "OWN_AUCTION"
  | "NOT_FOUND"
  | "AUCTION_NOT_ACTIVE"
  | "LOT_CHANGED"
  | "BUY_IT_NOW_UNAVAILABLE";
type TooLow = "BID_TOO_LOW" | "MAX_BID_TOO_LOW" | "INSUFFICIENT_BALANCE";

export class NaiveAuction {
  price: number;
  leader: string | null = null;
  status: "active" | "paused" | "ended" | "sold" | "cancelled" = "active";
  /** The auction waits for this person's payment. */
  buyer: string | null = null;
  /** This person bought the lot and paid. */
  owner: string | null = null;
  /** The penalties that were taken from each person. */
  readonly forfeits: Record<string, number> = {};
  #bidPrice: number | null = null;
  /** The buyer must pay this price, even if the Buy It Now price has changed since. */
  #bought = 0;
  /** The number of bids that no longer count: all up to a cancellation. */
  voided = 0;
  /** Each change of what the lot says, with bids or maxima, makes a new one. */
  version = 1;
  #forfeited = 0;
  readonly bids: NaiveBid[] = [];
  maxima: Maximum[] = [];
  #moment = 0;
  #rules: NaiveRules;

  constructor(rules: NaiveRules) {
    this.#rules = rules;
    this.price = rules.start;
  }

  placeBid(who: string, amount: number): NaiveAnswer {
    const no = this.#whyNot(who);
    if (no) return no;
    const isFirst = this.bids.length === this.voided;
    if (
      this.#rules.isReplay ? !isFirst && amount <= this.price : amount < this.price + stepAt(this.#rules, this.price)
    ) {
      return "BID_TOO_LOW";
    }
    if (this.#isTooPoor(who, amount)) return "INSUFFICIENT_BALANCE";
    this.#moment += 1;

    const atTheContest = this.#contenders(who);
    const behind = this.#actingOf(who);
    const own = behind && behind.amount >= amount ? behind : { amount, since: this.#moment };
    atTheContest.push({ who, ceiling: own.amount, since: own.since });
    this.#record(who, amount, "manual");
    this.#contest(atTheContest);
    return "ok";
  }

  setMaxBid(who: string, amount: number): NaiveAnswer {
    const no = this.#whyNot(who);
    if (no) return no;
    if (amount <= this.price && !this.#rules.isReplay) return "MAX_BID_TOO_LOW";
    if (this.#isTooPoor(who, amount)) return "INSUFFICIENT_BALANCE";
    this.#moment += 1;

    const earlier = this.#maximumOf(who);
    const since = earlier?.amount === amount ? earlier.since : this.#moment;
    this.maxima = this.maxima.filter((maximum) => maximum.who !== who);
    const { autos, lastAuto } = earlier ?? { autos: 0, lastAuto: 0 };
    this.maxima.push({ who, amount, since, version: this.version, autos, lastAuto });
    this.#contest(this.#contenders(null));
    return "ok";
  }

  cancelMaxBid(who: string): NaiveAnswer {
    if (!this.#maximumOf(who)) return "NOT_FOUND";
    const no = this.#whyNotNow();
    if (no) return no;
    this.maxima = this.maxima.filter((maximum) => maximum.who !== who);
    return "ok";
  }

  /** `version`: the one that the owner has read. */
  confirm(who: string, version: number): NaiveAnswer {
    const own = this.#maximumOf(who);
    if (!own) return "NOT_FOUND";
    const no = this.#whyNot(who);
    if (no) return no;
    if (version !== this.version) return "LOT_CHANGED";
    const wasSuspended = own.version < this.version;
    own.version = this.version;
    if (wasSuspended) this.#moment += 1;
    if (wasSuspended) this.#contest(this.#contenders(null));
    return "ok";
  }

  buyItNow(who: string): NaiveAnswer {
    if (this.#rules.isReplay) return this.#buy(who);
    const { buyItNow, reserve } = this.#rules;
    if (buyItNow === null || (reserve !== null && buyItNow < reserve)) return "BUY_IT_NOW_UNAVAILABLE";
    const notNow = this.#whyNotNow();
    if (notNow) return notNow === "AUCTION_NOT_ACTIVE" ? "BUY_IT_NOW_UNAVAILABLE" : notNow;
    if (this.price >= buyItNow || this.#forfeited === 2) return "BUY_IT_NOW_UNAVAILABLE";
    const no = this.#whyNot(who);
    if (no) return no;
    if (this.#isTooPoor(who, buyItNow)) return "INSUFFICIENT_BALANCE";
    return this.#buy(who);
  }

  #buy(who: string): NaiveAnswer {
    this.status = "paused";
    this.buyer = who;
    this.#bought = this.#rules.buyItNow ?? 0;
    return "ok";
  }

  /** The price that the bids reached, also while the price is what a buyer paid. */
  get bidPrice(): number {
    return this.#bidPrice ?? this.price;
  }

  get isReserveMet(): boolean {
    return this.bidPrice >= (this.#rules.reserve ?? 0);
  }

  /** The deadline of whatever purchase there is has come. */
  expire(): void {
    if (this.buyer === null) return;
    let penalty = 0;
    while (penalty * 10 < this.#bought) penalty += 1;
    this.forfeits[this.buyer] = (this.forfeits[this.buyer] ?? 0) + penalty;
    this.#forfeited += 1;
    this.buyer = null;
    this.status = "active";
  }

  /** The payment of the purchase is taken back, so the auction waits for a payment again. */
  reopenPurchase(): void {
    if (this.owner === null) return;
    if (this.#bidPrice !== null) this.price = this.#bidPrice;
    this.#bidPrice = null;
    this.buyer = this.owner;
    this.owner = null;
    this.status = "paused";
  }

  /** The purchase comes to nothing without a penalty. */
  goOn(): void {
    this.buyer = null;
    this.status = "active";
  }

  setStatus(status: NaiveAuction["status"]): void {
    if (status === this.status) return;
    if (this.#bidPrice !== null) this.price = this.#bidPrice;
    this.#bidPrice = null;
    this.owner = null;
    if (status === "sold" && this.buyer !== null) {
      this.#bidPrice = this.price;
      this.price = this.#bought;
      this.owner = this.buyer;
    }
    // Below the reserve nobody has paid: the lot ends, and its highest bidder owes the price.
    const isUnpaid = status === "sold" && this.owner === null && this.leader !== null && !this.isReserveMet;
    this.buyer = null;
    this.status = isUnpaid ? "ended" : status;
    if (status === "cancelled") {
      this.voided = this.bids.length;
      this.maxima = [];
      this.leader = null;
      this.price = this.#rules.start;
    }
    // A maximum that an edit enabled while bidding was closed bids now.
    if (status === "active") this.#contest(this.#contenders(null));
  }

  edit(wanted: NaiveEdit): NaiveAnswer {
    const rules = this.#edited(wanted);
    const old = this.#rules;
    const movesReserve = (rules.reserve === null) !== (old.reserve === null);
    const movesStep = this.#stepOf(rules) !== this.#stepOf(old) || rules.table !== old.table;
    const isChanged = movesStep || rules.buyItNow !== old.buyItNow || movesReserve;
    // A lot does not change while somebody is buying it.
    const underBuyer = isChanged && this.buyer !== null ? "AUCTION_HAS_BIDS" : null;
    const no = this.#whyNoTable(wanted) ?? underBuyer ?? this.#whyNoEdit(rules);
    if (no) return no;
    const isRelevant = this.bids.length > this.voided || this.maxima.length > 0;
    this.carryOut(wanted, isRelevant && isChanged ? this.version + 1 : this.version);
    return "ok";
  }

  /** Does not check the rules. `version`: the content version from now on. */
  carryOut(wanted: NaiveEdit, version: number): void {
    const old = this.#rules;
    const rules = this.#edited(wanted);
    const fellStep = this.#stepOf(rules) < this.#stepOf(old);
    this.#rules = rules;
    this.version = version;
    if (rules.start !== old.start) this.price = rules.start;
    const fell = (term: "start" | "reserve"): boolean => {
      const [now, before] = [rules[term], old[term]];
      return now !== null && before !== null && now < before;
    };
    const isOpen = this.status === "active" || this.status === "paused";
    if (isOpen && (fell("start") || fellStep || fell("reserve"))) this.#contest(this.#contenders(null));
  }

  #edited({ hasTable, ...wanted }: NaiveEdit): NaiveRules {
    const rules = { ...this.#rules, ...wanted };
    if (hasTable === true && !rules.table) return { ...rules, table: rules.houseTable ?? null };
    // Without the table the lot keeps the step that it has now, unless the edit names another.
    if (hasTable === false && rules.table) {
      return { ...rules, table: null, increment: wanted.increment ?? stepAt(rules, this.price) };
    }
    return rules;
  }

  /** The step under these rules, if they were in force now. */
  #stepOf(rules: NaiveRules): number {
    return stepAt(rules, rules.start === this.#rules.start ? this.price : rules.start);
  }

  #whyNoTable({ hasTable, increment }: NaiveEdit): NaiveAnswer | null {
    const has = Boolean(this.#rules.table);
    if (hasTable !== undefined && hasTable !== has && this.bids.length > this.voided) return "AUCTION_HAS_BIDS";
    const isOwn = increment !== undefined && increment !== stepAt(this.#rules, this.price);
    return isOwn && has && hasTable !== false ? "INVALID" : null;
  }

  #whyNoEdit(rules: NaiveRules): NaiveAnswer | null {
    const old = this.#rules;
    const moves = (term: Edited): boolean => rules[term] !== old[term];
    const hasBids = this.bids.length > this.voided;
    if (moves("start") && (hasBids || this.buyer !== null || this.owner !== null)) return "AUCTION_HAS_BIDS";
    if (hasBids && this.#stepOf(rules) > this.#stepOf(old)) return "AUCTION_HAS_BIDS";
    if (hasBids && rules.reserve !== null && rules.reserve > (old.reserve ?? 0)) return "AUCTION_HAS_BIDS";
    const isReserveAsked = moves("start") || moves("reserve");
    if (isReserveAsked && rules.reserve !== null && rules.reserve < rules.start) return "INVALID";
    if ((moves("start") || moves("buyItNow")) && rules.buyItNow !== null) {
      const floor = hasBids ? Math.max(rules.start, this.#bidPrice ?? this.price) : rules.start;
      if (rules.buyItNow <= floor) return "INVALID";
    }
    const { reserve, buyItNow } = rules;
    if ((moves("reserve") || moves("buyItNow")) && reserve !== null && buyItNow !== null && buyItNow < reserve) {
      return "INVALID";
    }
    return null;
  }

  /** Everybody with a maximum, or with the leading bid, when a contest starts; without `except`, who bids by hand. */
  #contenders(except: string | null): Contender[] {
    const contenders: Contender[] = [];
    if (this.leader !== null && this.leader !== except) {
      const own = this.#actingOf(this.leader);
      if (own && own.amount > this.price) contenders.push({ who: own.who, ceiling: own.amount, since: own.since });
      // The leader is at the price already, so nobody else was there earlier.
      else contenders.push({ who: this.leader, ceiling: this.price, since: -1 });
    }
    for (const { who, amount, since, version } of this.maxima) {
      const canBid = version === this.version && amount >= this.price + stepAt(this.#rules, this.price);
      if (who !== this.leader && who !== except && canBid) contenders.push({ who, ceiling: amount, since });
    }
    return contenders;
  }

  /** The price climbs kobo by kobo until one contender remains, or until all who remain would give up at one price. */
  #contest(all: readonly Contender[]): void {
    const startedAt = this.price;
    const holder = this.leader;
    let level = startedAt;
    let contenders = all.filter(({ ceiling }) => ceiling >= level);
    let lastToGiveUp: Contender | undefined;
    while (contenders.length > 1) {
      const staying = contenders.filter(({ ceiling }) => ceiling >= level + 1);
      if (staying.length < contenders.length) {
        const inOrder = contenders.filter((one) => !staying.includes(one)).sort((a, b) => a.since - b.since);
        if (staying.length === 0) {
          contenders = inOrder.slice(0, 1);
          lastToGiveUp = inOrder[1];
          break;
        }
        lastToGiveUp = inOrder[0];
        if (staying.length === 1) {
          contenders = staying;
          break;
        }
      }
      contenders = staying;
      level += 1;
    }
    const winner = contenders[0];
    if (!winner) return;

    const wasPushed = lastToGiveUp !== undefined && level > startedAt;
    if (wasPushed && lastToGiveUp) this.#record(lastToGiveUp.who, level, "auto");
    let final = level;
    if (winner.who !== holder || wasPushed) {
      for (let step = stepAt(this.#rules, level); step > 0 && final < winner.ceiling; step--) final += 1;
    }
    const { reserve } = this.#rules;
    const reach = this.#actingOf(winner.who)?.amount ?? 0;
    while (reserve !== null && reach >= reserve && final < reserve) final += 1;
    if (winner.who !== holder || final > startedAt) this.#record(winner.who, final, "auto");
  }

  #record(who: string, amount: number, kind: NaiveBid["kind"]): void {
    this.bids.push({ who, amount, kind });
    const own = this.#maximumOf(who);
    if (own && kind === "auto") Object.assign(own, { autos: own.autos + 1, lastAuto: amount });
    this.price = amount;
    this.leader = who;
  }

  #whyNotNow(): NaiveAnswer | null {
    if (this.#rules.isReplay) return null;
    if (this.status === "paused") return "AUCTION_PAUSED";
    if (this.status === "cancelled") return "AUCTION_NOT_ACTIVE";
    return this.status === "active" ? null : "AUCTION_ENDED";
  }

  #whyNot(who: string): NaiveAnswer | null {
    return this.#whyNotNow() ?? (who === this.#rules.seller ? "OWN_AUCTION" : null);
  }

  /** 20% of the amount must be there: five times the balance must cover it. */
  #isTooPoor(who: string, amount: number): boolean {
    const balance = this.#rules.balances[who];
    return balance !== undefined && balance * 5 < amount;
  }

  /** A maximum whose owner has agreed to what the lot says now; no other bids. */
  #actingOf(who: string): Maximum | undefined {
    const own = this.#maximumOf(who);
    return own?.version === this.version ? own : undefined;
  }

  #maximumOf(who: string): Maximum | undefined {
    return this.maxima.find((maximum) => maximum.who === who);
  }
}
