// Gauges that are read when metrics are requested: queue, sockets, rooms, slow readers, other nodes, and work that
// waits in the database.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Admission } from "../platform/limits/admission.ts";
import type { Waiting } from "../platform/observe/waiting-work.ts";
import type { Rooms } from "./rooms.ts";
import type { SlowReaders } from "./slow-readers.ts";
import type { AllUnread } from "./unread.ts";

export interface GaugeSources {
  readonly queueLength: () => number;
  readonly rooms: Rooms;
  readonly unread: Pick<AllUnread, "bytes">;
  readonly slowReaders: SlowReaders;
  readonly admission: Admission;
  /** By how much this machine's clock is behind the database's clock, which is the one that decides. */
  readonly clockBehindMs: () => number;
  /** Null if there is only one node and no Redis. */
  readonly isClusterConnected: (() => boolean) | null;
  readonly isDraining: () => boolean;
  /** Null if the database does not answer now. */
  readonly waitingWork: () => Promise<Waiting | null>;
}

/** Returns a function to await before the registry is printed. */
export const registerGauges = (registry: Registry, sources: GaugeSources): (() => Promise<void>) => {
  const { rooms, slowReaders, isClusterConnected } = sources;
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("jara_queue_commands", "Commands that wait for the engine.", sources.queueLength);
  gauge("jara_draining", "1 while the server sends its sockets elsewhere and takes no new ones.", () =>
    Number(sources.isDraining()),
  );
  if (isClusterConnected) {
    gauge("jara_redis_heard", "1 while other nodes' messages come through Redis; else the database is asked.", () =>
      Number(isClusterConnected()),
    );
  }
  gauge(
    "jara_clock_behind_seconds",
    "This machine's clock behind the database's, which is the one that decides.",
    () => sources.clockBehindMs() / 1000,
  );
  showSockets(registry, rooms);
  showAdmission(registry, sources.admission);
  gauge("jara_rooms", "Rooms with anybody in them.", () => rooms.count().rooms);
  gauge("jara_watched_auctions", "Auctions that somebody here watches.", () => rooms.count().auctions);
  gauge("jara_watchers", "Connections in auctions' rooms, each counted once for each auction.", () => {
    return rooms.count().watchers;
  });
  gauge("jara_unread_bytes", "Bytes sent to connections and not read yet, here and in the kernel.", () => {
    return sources.unread.bytes;
  });
  const counter = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  counter("jara_frames_total", "Frames handed to sockets: one for each event and member of its room.", () => {
    return rooms.delivered;
  });
  counter("jara_slow_readers_parked_total", "Readers that fell behind and were taken out of their rooms.", () => {
    return slowReaders.counts.parked;
  });
  counter("jara_slow_readers_cut_off_total", "Readers that fell behind and were disconnected.", () => {
    return slowReaders.counts.cutOff;
  });
  counter("jara_slow_readers_shed_total", "Readers disconnected because all together had too much unread.", () => {
    return slowReaders.counts.shed;
  });
  return showWaiting(registry, sources.waitingWork);
};

const showSockets = (registry: Registry, rooms: Rooms): void => {
  new Gauge({
    name: "jara_sockets",
    help: "Open connections, by transport and by who they are: a user or a visitor.",
    labelNames: ["transport", "who"],
    registers: [registry],
    collect() {
      for (const transport of ["socket.io", "websocket"]) {
        for (const who of ["user", "visitor"]) this.set({ transport, who }, 0);
      }
      for (const { transport, user } of rooms.connected()) {
        this.inc({ transport, who: user ? "user" : "visitor" });
      }
    },
  });
};

/** Every step of connecting has its own bulkhead. */
const showAdmission = (registry: Registry, admission: Admission): void => {
  const bulkheads = Object.entries(admission) as [string, Admission[keyof Admission]][];
  new Gauge({
    name: "jara_admission_waiting",
    help: "Sockets that wait to be let in, by step.",
    labelNames: ["lane"],
    registers: [registry],
    collect() {
      for (const [lane, { waiting }] of bulkheads) this.set({ lane }, waiting);
    },
  });
  new Counter({
    name: "jara_admission_turned_away_total",
    help: "Those told to come back later because too many waited, by step.",
    labelNames: ["lane"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [lane, { turnedAway }] of bulkheads) this.inc({ lane }, turnedAway);
    },
  });
};

const showWaiting = (registry: Registry, waitingWork: GaugeSources["waitingWork"]): (() => Promise<void>) => {
  const make = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const unsent = make("jara_mails_overdue", "Mails that should have been sent more than a minute ago, of all nodes.");
  const failed = make("jara_mails_failed", "Mails given up within the last day, of all nodes.");
  const stuck = make("jara_settlements_stuck", "Forfeits that were given up and wait for an administrator.");
  const unclosed = make("jara_auctions_overdue", "Auctions still active five seconds after their end.");
  const behind = new Gauge({
    name: "jara_log_reader_seconds_behind",
    help: "How old the oldest change is that a reader of the log has not read; late-outbids waits 30 seconds.",
    labelNames: ["reader"],
    registers: [registry],
  });
  const up = make("jara_database_up", "1 if the database answered this very request for metrics within a second.");
  return async () => {
    const waiting = await waitingWork();
    up.set(Number(waiting !== null));
    // Remove gauges whose value is unknown, because 0 would mean that all is well.
    for (const one of [unsent, failed, stuck, unclosed]) one.remove();
    behind.reset();
    if (!waiting) return;
    unsent.set(waiting.mailsOverdue);
    failed.set(waiting.mailsFailed);
    stuck.set(waiting.settlementsStuck);
    unclosed.set(waiting.auctionsOverdue);
    for (const { reader, seconds } of waiting.readersBehind) behind.set({ reader }, seconds);
  };
};
