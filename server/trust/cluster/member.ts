// One machine of a cluster: its PostgreSQL, its Patroni and its etcd, which can be killed, frozen and started again.
import path from "node:path";
import { ADDRESS, type ClusterPlan, type MemberPlan } from "./plan.ts";
import { gone, pidIn, signal, startDaemon, withDescendants } from "./processes.ts";

/** A machine as Patroni describes it. */
export interface MemberState {
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
  readonly isSync: boolean;
}

export interface Member extends MemberPlan {
  /** Null while its Patroni does not answer. */
  state(): Promise<MemberState | null>;
  /** Kills PostgreSQL and Patroni without warning, as when the machine loses its power. etcd stays. */
  kill(): Promise<void>;
  /** Starts Patroni, which starts PostgreSQL. Neither this nor `startEtcd` does anything while the program runs. */
  start(): void;
  /** Freezes PostgreSQL and Patroni; `thaw` lets them go on. */
  freeze(): void;
  thaw(): void;
  killEtcd(): Promise<void>;
  startEtcd(): void;
}

const ENDS_WITHIN_MS = 10_000;
const ANSWERS_WITHIN_MS = 1_000;

export const memberOf = (plan: ClusterPlan, member: MemberPlan, etcd: Readonly<Record<string, string>>): Member => {
  const { folder, patroniPort } = member;
  const { account } = plan;
  const own = (): number[] => {
    const roots = [pidIn(path.join(folder, "patroni.pid")), pidIn(path.join(folder, "postgres/postmaster.pid"))];
    return roots.flatMap((pid) => (pid === null ? [] : withDescendants(pid)));
  };
  const start = (program: { name: string; args: readonly string[]; env?: Readonly<Record<string, string>> }): void => {
    if (pidIn(path.join(folder, `${program.name}.pid`)) !== null) return;
    startDaemon({ command: program.name, folder, account, ...program });
  };
  let frozen: number[] = [];
  return {
    ...member,
    state: () => stateAt(patroniPort),
    kill: async () => {
      const pids = own();
      signal(pids, "SIGKILL");
      await gone(pids, ENDS_WITHIN_MS);
    },
    start: () => start({ name: "patroni", args: ["patroni.yml"] }),
    freeze: () => {
      frozen = own();
      signal(frozen, "SIGSTOP");
    },
    thaw: () => {
      signal(frozen, "SIGCONT");
      frozen = [];
    },
    killEtcd: async () => {
      const pid = pidIn(path.join(folder, "etcd.pid"));
      if (pid === null) return;
      signal([pid], "SIGKILL");
      await gone([pid], ENDS_WITHIN_MS);
    },
    startEtcd: () => start({ name: "etcd", args: [], env: etcd }),
  };
};

const stateAt = async (port: number): Promise<MemberState | null> => {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const answer = await fetch(`http://${ADDRESS}:${port}/patroni`, { signal });
    const { role, state, timeline, sync_standby } = (await answer.json()) as Record<string, unknown>;
    return { role: String(role), state: String(state), timeline: Number(timeline), isSync: sync_standby === true };
  } catch {
    return null;
  }
};
