// The faults that befall transactions: each runs while transfers are under way, until it has happened so many times.
import { setTimeout as sleep } from "node:timers/promises";
import type { AtNextMessage } from "./relay.ts";
import type { Books, Trial } from "./trial.ts";

export interface TransactionFault {
  readonly name: string;
  /** Resolves when it has happened `times` times. */
  run(trial: Trial, times: number): Promise<Books>;
  /** True if the fault had an effect, so that the trial shows something. */
  isFelt(books: Books): boolean;
}

const chance = (share: number): boolean => Math.random() < share;
const isSomeLost = ({ counts }: Books): boolean => counts.failed + counts.unknown > 0;

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await sleep(10);
};

/** Waits for a PostgreSQL that recovers. */
const answers = async ({ admin }: Trial): Promise<void> => {
  while (
    !(await admin`select 1`.then(
      () => true,
      () => false,
    ))
  )
    await sleep(50);
};

const end = ({ admin }: Trial, pid: number) => admin`select pg_terminate_backend(${pid})`.catch(() => {});

const OURS = "application_name = 'jara transactions'";

const signal = async ({ admin, postmaster }: Trial): Promise<(name: NodeJS.Signals) => void> => {
  const rows = await admin.unsafe<{ pid: number }[]>(`select pid from pg_stat_activity where ${OURS}`);
  const pids = [postmaster(), ...rows.map(({ pid }) => pid)];
  return (name) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
};

const atCommit = (what: AtNextMessage): TransactionFault => ({
  name: `link at COMMIT: ${what}`,
  run: (trial, times) => {
    let done = 0;
    const beforeCommit = ({ port }: { port: number }): undefined => {
      if (done >= times || !chance(0.3)) return;
      done += 1;
      trial.relay.atNextMessage(port, what);
    };
    return trial.during({ beforeCommit }, () => until(() => done >= times));
  },
  isFelt: ({ counts }) => counts.unknown > 0,
});

export const transactionFaults: readonly TransactionFault[] = [
  {
    name: "backend ended between two statements",
    run: (trial, times) => {
      let done = 0;
      const between = async ({ pid }: { pid: number }): Promise<void> => {
        if (done >= times || !chance(0.1)) return;
        done += 1;
        await end(trial, pid);
        // Sometimes long enough for the driver to connect again.
        if (chance(0.5)) await sleep(Math.random() * 100);
      };
      return trial.during({ between }, () => until(() => done >= times));
    },
    isFelt: isSomeLost,
  },
  {
    name: "backend ended at COMMIT",
    run: (trial, times) => {
      let done = 0;
      const beforeCommit = ({ pid }: { pid: number }): undefined => {
        if (done >= times || !chance(0.3)) return;
        done += 1;
        setTimeout(() => void end(trial, pid), Math.random() * 4);
      };
      return trial.during({ beforeCommit }, () => until(() => done >= times));
    },
    isFelt: isSomeLost,
  },
  atCommit("drop"),
  atCommit("pass and cut"),
  atCommit("pass and silence"),
  {
    name: "links cut",
    run: (trial, times) =>
      trial.during({}, async () => {
        for (let done = 0; done < times; done += 1) {
          await sleep(Math.random() * 150);
          trial.relay.cutAll();
        }
      }),
    isFelt: isSomeLost,
  },
  {
    name: "links silent",
    run: (trial, times) =>
      trial.during({}, async (calls) => {
        for (let done = 0; done < times; done += 1) {
          const lost = () => calls.filter(({ outcome }) => outcome === "failed" || outcome === "unknown").length;
          const before = lost();
          await sleep(Math.random() * 100);
          trial.relay.silence();
          await until(() => lost() > before + 4);
          trial.relay.heal();
        }
      }),
    isFelt: isSomeLost,
  },
  {
    name: "PostgreSQL crashed and recovered",
    run: (trial, times) =>
      trial.during({}, async (calls) => {
        for (let done = 0; done < times; done += 1) {
          await answers(trial);
          const committed = calls.filter(({ outcome }) => outcome === "committed").length;
          await until(() => calls.filter(({ outcome }) => outcome === "committed").length > committed + 5);
          const rows = await trial.admin.unsafe<{ pid: number }[]>(
            `select pid from pg_stat_activity where ${OURS} limit 1`,
          );
          for (const { pid } of rows) process.kill(pid, "SIGKILL");
        }
        await answers(trial);
      }),
    isFelt: isSomeLost,
  },
  {
    name: "PostgreSQL frozen (SIGSTOP)",
    run: (trial, times) =>
      trial.during({}, async (calls) => {
        for (let done = 0; done < times; done += 1) {
          await sleep(Math.random() * 200);
          const send = await signal(trial);
          const lost = () => calls.filter(({ outcome }) => outcome === "failed" || outcome === "unknown").length;
          const before = lost();
          send("SIGSTOP");
          await until(() => lost() > before + 4);
          send("SIGCONT");
        }
      }),
    isFelt: isSomeLost,
  },
  {
    name: "deadlocks",
    run: (trial, times) =>
      trial.during({ locksInAnyOrder: true, between: () => sleep(5) }, (calls) =>
        until(() => calls.filter(({ runs }) => runs > 1).length >= Math.ceil(times / 3)),
      ),
    isFelt: ({ ranAgain }) => ranAgain > 0,
  },
  {
    name: "work that never ends",
    run: (trial, times) =>
      trial.during({ style: "never ends" }, (calls) =>
        until(() => calls.filter(({ outcome }) => outcome === "failed").length >= Math.min(times, 4)),
      ),
    isFelt: ({ counts }) => counts.failed > 0 && counts.committed === 0,
  },
  {
    name: "no standby, and cancelled waits for it",
    run: (trial, times) =>
      trial.during({}, async (calls) => {
        const set = async (standby: string): Promise<void> => {
          await trial.admin.unsafe(`alter system ${standby}`);
          await trial.admin.unsafe("select pg_reload_conf()");
        };
        for (let done = 0; done < Math.ceil(times / 5); done += 1) {
          const unknown = () => calls.filter(({ outcome }) => outcome === "unknown").length;
          const before = unknown();
          await set("set synchronous_standby_names = 'nobody'");
          while (unknown() < before + 3) {
            await sleep(50);
            await trial.admin.unsafe(
              `select pg_cancel_backend(pid) from pg_stat_activity where ${OURS} and wait_event = 'SyncRep'`,
            );
          }
          await set("reset synchronous_standby_names");
        }
      }),
    isFelt: ({ counts }) => counts.unknown > 0,
  },
];
