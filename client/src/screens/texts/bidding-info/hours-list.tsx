// The opening hours, with equal days in a row as one line.
import type { Hours } from "@jara/shared/site-settings";
import { hoursLines } from "../../../lots/hours-words.ts";

export const HoursList = ({ days }: Pick<Hours, "days">) => (
  <dl className="grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-1">
    {hoursLines(days).map(({ days: which, times }) => (
      <div key={which} className="contents">
        <dt>{which}</dt>
        <dd className="tabular">{times}</dd>
      </div>
    ))}
  </dl>
);
