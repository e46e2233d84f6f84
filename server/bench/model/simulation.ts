// A discrete-event simulator: a clock with events, and machines whose cores are shared equally by the threads that can
// run. It knows nothing of auctions. With the same seed it always gives the same result.

/** A binary heap that returns the entry with the lowest key first; entries of one key in the order of their arrival. */
class Heap<T> {
  readonly #entries: { readonly key: number; readonly order: number; readonly value: T }[] = [];
  #order = 0;

  get lowest(): number {
    return this.#entries[0]?.key ?? Number.POSITIVE_INFINITY;
  }

  add(key: number, value: T): void {
    const entries = this.#entries;
    let at = entries.push({ key, order: this.#order++, value }) - 1;
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) at = this.#swap(at, (at - 1) >> 1);
  }

  take(): T | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (first && last && first !== last) {
      entries[0] = last;
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) {
          if (child < entries.length && this.#isBefore(child, least)) least = child;
        }
        if (least === at) break;
        at = this.#swap(at, least);
      }
    }
    return first?.value;
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#entries[a], this.#entries[b]];
    if (!one || !other) return false;
    return one.key < other.key || (one.key === other.key && one.order < other.order);
  }

  #swap(a: number, b: number): number {
    const [one, other] = [this.#entries[a], this.#entries[b]];
    if (one && other) {
      this.#entries[a] = other;
      this.#entries[b] = one;
    }
    return b;
  }
}

/** A duration differs from its mean by at most this part, up or down. */
const VARIES_BY = 0.3;

export class Simulation {
  /** Milliseconds since the start. */
  now = 0;
  readonly #events = new Heap<() => void>();
  #random: number;

  constructor(seed = 1) {
    this.#random = seed >>> 0;
  }

  after(ms: number, happen: () => void): void {
    this.#events.add(this.now + ms, happen);
  }

  /** Runs the events until that time, or until there are none. */
  run(untilMs: number): void {
    while (this.#events.lowest <= untilMs) {
      this.now = this.#events.lowest;
      this.#events.take()?.();
    }
    this.now = Math.max(this.now, Math.min(untilMs, this.#events.lowest));
  }

  /** Work takes another time each time. Without this, programs would keep a step that no real ones keep. */
  vary(us: number): number {
    return us * (1 - VARIES_BY + 2 * VARIES_BY * this.random());
  }

  /** Evenly from 0 to 1 (mulberry32). */
  random(): number {
    this.#random = (this.#random + 0x6d2b79f5) >>> 0;
    let mixed = this.#random;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/**
 * Some cores. When more threads can run than there are cores, each gets the same part of them, so each runs at the same
 * speed. Hence one number, the work that every running thread has got so far, tells when each is done.
 */
export class Machine {
  readonly #simulation: Simulation;
  readonly #cores: number;
  readonly #running = new Heap<() => void>();
  #count = 0;
  /** Microseconds of work that a thread would have got that ran since the start. */
  #given = 0;
  #givenAt = 0;
  /** Only the newest plan counts. */
  #plan = 0;
  /** Microseconds of work done by all threads. */
  busyUs = 0;

  constructor(simulation: Simulation, cores: number) {
    this.#simulation = simulation;
    this.#cores = cores;
  }

  get #speed(): number {
    return Math.min(1, this.#cores / Math.max(1, this.#count));
  }

  /** A thread runs for this much work (µs) and then does `then`. Only threads call this. */
  work(us: number, then: () => void): void {
    this.#giveUntilNow();
    this.#count += 1;
    this.#running.add(this.#given + us, then);
    this.#planNext();
  }

  #giveUntilNow(): void {
    const given = (this.#simulation.now - this.#givenAt) * 1000 * this.#speed;
    this.#given += given;
    this.busyUs += given * this.#count;
    this.#givenAt = this.#simulation.now;
  }

  #planNext(): void {
    if (this.#count === 0) return;
    const plan = ++this.#plan;
    const leftUs = Math.max(0, this.#running.lowest - this.#given);
    this.#simulation.after(leftUs / this.#speed / 1000, () => {
      if (plan !== this.#plan) return;
      this.#giveUntilNow();
      this.#count -= 1;
      const then = this.#running.take();
      then?.();
      this.#planNext();
    });
  }
}

interface Job {
  readonly us: number;
  readonly then: (() => void) | undefined;
}

/** First in, first out. */
class Jobs {
  #jobs: Job[] = [];
  #head = 0;

  get isEmpty(): boolean {
    return this.#head === this.#jobs.length;
  }

  add(job: Job): void {
    this.#jobs.push(job);
  }

  take(): Job | undefined {
    const job = this.#jobs[this.#head];
    if (!job) return undefined;
    this.#head += 1;
    if (this.#head > 1_000 && this.#head * 2 > this.#jobs.length) {
      this.#jobs = this.#jobs.slice(this.#head);
      this.#head = 0;
    }
    return job;
  }
}

/**
 * A thread that works like an event loop of Node. A tick first handles what had arrived when it began (`arrive`), then
 * what asked for the end of the tick (`endOfTick`, Node's setImmediate). After each of these comes what it left to do at
 * once (`atOnce`, Node's microtasks). A thread of another program uses `arrive` alone and is a queue.
 */
export class Thread {
  readonly #machine: Machine;
  #arrived = new Jobs();
  #ofTick = new Jobs();
  #endOfTick = new Jobs();
  readonly #atOnce = new Jobs();
  #isBusy = false;
  #isTickEnd = false;
  /** The work that it did, µs. */
  busyUs = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  arrive(us: number, then?: () => void): void {
    this.#add(this.#arrived, us, then);
  }

  endOfTick(us: number, then?: () => void): void {
    this.#add(this.#endOfTick, us, then);
  }

  atOnce(us: number, then?: () => void): void {
    this.#add(this.#atOnce, us, then);
  }

  #add(jobs: Jobs, us: number, then: (() => void) | undefined): void {
    jobs.add({ us, then });
    if (!this.#isBusy) this.#next();
  }

  #take(): Job | undefined {
    const job = this.#atOnce.take() ?? this.#ofTick.take();
    if (job) return job;
    // A job that the end of a tick adds for an end of a tick waits for the next tick.
    if (this.#endOfTick.isEmpty || (this.#isTickEnd && !this.#arrived.isEmpty)) {
      this.#isTickEnd = false;
      this.#ofTick = this.#arrived;
      this.#arrived = new Jobs();
    } else {
      this.#isTickEnd = true;
      this.#ofTick = this.#endOfTick;
      this.#endOfTick = new Jobs();
    }
    return this.#ofTick.take();
  }

  #next(): void {
    this.#isBusy = true;
    for (let job = this.#take(); job; job = this.#take()) {
      const { us, then } = job;
      if (us > 0) {
        this.busyUs += us;
        this.#machine.work(us, () => {
          then?.();
          this.#next();
        });
        return;
      }
      then?.();
    }
    this.#isBusy = false;
  }
}

/** A program: its thread, and the threads that help it (collecting garbage, writing files), which take this share of it. */
export class Program {
  readonly loop: Thread;
  readonly machine: Machine;
  readonly #helpers: Thread;
  readonly #share: number;

  constructor(machine: Machine, helpersShare: number) {
    this.machine = machine;
    this.loop = new Thread(machine);
    this.#helpers = new Thread(machine);
    this.#share = helpersShare;
  }

  arrive(us: number, then?: () => void): void {
    this.loop.arrive(this.#own(us), then);
  }

  endOfTick(us: number, then?: () => void): void {
    this.loop.endOfTick(this.#own(us), then);
  }

  atOnce(us: number, then?: () => void): void {
    this.loop.atOnce(this.#own(us), then);
  }

  get busyUs(): number {
    return this.loop.busyUs + this.#helpers.busyUs;
  }

  #own(us: number): number {
    if (us > 0 && this.#share > 0) this.#helpers.arrive(us * this.#share);
    return us * (1 - this.#share);
  }
}
