// Says before a publication how lots differ from the house's rules of new lots, and gives them these rules on a tap.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auction-management";
import { HOUSE_RULES_LOTS_MAX } from "@jara/shared/house-rules";
import type { HouseRulesAnswer } from "@jara/shared/rest/house-rules";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newCommandId } from "../../connection/command-id.ts";
import { ask, messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { lotsWords } from "../lots-words.ts";
import { useSiteDetails } from "../site-details.ts";
import { differencesOfLots } from "./differences.ts";

const giveRules = async (ids: readonly string[]): Promise<HouseRulesAnswer> => {
  const all: HouseRulesAnswer = { changed: [], refused: [] };
  for (let from = 0; from < ids.length; from += HOUSE_RULES_LOTS_MAX) {
    const body = { auctionIds: ids.slice(from, from + HOUSE_RULES_LOTS_MAX) };
    const options = { idempotencyKey: newCommandId() };
    const { changed, refused } = await ask(calls.useHouseRules, { body, ...options });
    all.changed.push(...changed);
    all.refused.push(...refused);
  }
  return all;
};

interface HouseDifferencesProps {
  /** Drafts that are about to be published. */
  lots: readonly Auction[];
  /** Called once some of them were changed. */
  onChanged?: () => void;
}

export const HouseDifferences = ({ lots, onChanged }: HouseDifferencesProps) => {
  const { details } = useSiteDetails();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: giveRules,
    onSuccess: (answer) => {
      setChanged((before) => new Set([...before, ...answer.changed]));
      if (answer.changed.length > 0) onChanged?.();
    },
  });
  if (!details) return null;
  const { differences, differing } = differencesOfLots(
    details,
    // The caller's lots may be older than the change.
    lots.filter(({ _id }) => !changed.has(_id)),
  );
  if (differences.length === 0) {
    if (changed.size === 0) return null;
    const has = changed.size === 1 ? "has" : "have";
    return <Notice tone="success">{`${lotsWords(changed.size)} ${has} the house's defaults now.`}</Notice>;
  }
  const isOne = lots.length === 1;
  return (
    <Notice
      tone="warning"
      title="Not the house's defaults"
      action={
        <Button
          variant="secondary"
          size="sm"
          pending={isPending}
          onClick={() => mutate(differing.map(({ _id }) => _id))}
        >
          {isOne ? "Use the house's defaults for this lot" : "Use the house's defaults for these lots"}
        </Button>
      }
    >
      <ul className="grid list-disc gap-1 pl-4">
        {differences.map(({ words, lots: count }) => (
          <li key={words}>
            {isOne ? "It has" : count === 1 ? "1 lot has" : `${lotsWords(count)} have`} {words}.
          </li>
        ))}
      </ul>
      {error && <p className="text-danger">{messageOf(error, "Failed to change the lots")}</p>}
      {data?.refused.map(({ auctionId, message }) => (
        <p key={auctionId} className="text-danger [overflow-wrap:anywhere]">
          {lots.find(({ _id }) => _id === auctionId)?.title}: {message}
        </p>
      ))}
    </Notice>
  );
};
