// The type of a failover scenario: one way in which a cluster loses its primary, or what the primary needs.
import type { Member } from "../cluster/member.ts";
import type { RoundUnderWay } from "../round/play-round.ts";
import type { ClusterSite, ClusterSiteOptions } from "../site/cluster-site.ts";

export interface Attack extends RoundUnderWay {
  readonly site: ClusterSite;
  readonly primary: Member;
  /** The synchronous standby, and the other one. */
  readonly standby: Member;
  readonly other: Member;
  readonly index: number;
  /** Resolves when another machine is the primary. */
  promoted(): Promise<void>;
}

export interface Scenario {
  readonly name: string;
  readonly what: string;
  readonly tries: { readonly full: number; readonly quick: number };
  readonly site?: Pick<ClusterSiteOptions, "hasLinks" | "programsOf" | "prepare" | "tidy">;
  /** By how much the machines' clocks differ (ms). */
  readonly clocksDifferMs?: number;
  /** True if another machine becomes the primary, and the recovery is then timed. */
  movesPrimary?(index: number): boolean;
  /** Nothing can be accepted for this long (ms), so a shorter pause shows that the fault had no effect. */
  pausesMs?(index: number): number;
  attack(attack: Attack): Promise<void>;
}
