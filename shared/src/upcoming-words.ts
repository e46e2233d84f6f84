// The sentence about a lot that opens with its sale. The server refuses with it, and Manage shows it.
import { formatLagosTime } from "./time.ts";

interface OpeningSale {
  readonly title: string;
  /** ISO; null: the sale opens when it is published. */
  readonly opensAt: string | null;
}

export const upcomingWords = ({ title, opensAt }: OpeningSale): string =>
  `It belongs to the sale “${title}”${opensAt === null ? "." : `, which opens ${formatLagosTime(opensAt)}.`}`;
