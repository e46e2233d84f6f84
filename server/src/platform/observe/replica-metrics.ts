// Metrics of the replica that lists are read on: whether it is used, how far it is behind, and which server answered.
import { Counter, Gauge, type Registry } from "prom-client";
import type { ReplicaFigures } from "../database/replica/read-replica.ts";

export interface ReplicaSources {
  /** Null without a replica: then the metrics have no values. */
  readonly replica: ReplicaFigures | null;
}

export const showReplica = (registry: Registry, { replica }: ReplicaSources): void => {
  const gauge = (name: string, help: string, read: () => number | null): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  gauge("jara_replica_used", "1 while lists are read on a replica, 0 while they are read on the primary.", () =>
    replica ? Number(replica.isUsed()) : null,
  );
  gauge("jara_replica_lag_seconds", "How far the replica is behind the primary. No value: it does not answer.", () =>
    replica ? replica.lagS() : null,
  );
  new Counter({
    name: "jara_list_statements_total",
    help: "Statements of lists that may be read on a replica, by the server that answered.",
    labelNames: ["server"],
    registers: [registry],
    collect() {
      this.reset();
      if (!replica) return;
      for (const [server, count] of Object.entries(replica.statements)) this.inc({ server }, count);
    },
  });
};
