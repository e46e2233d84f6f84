// The progress of a bulk run, the outcome of each row, and what can be done next.

import { BulkList } from "./bulk-list.tsx";
import { Button } from "./button.tsx";
import type { BulkRun, Outcome } from "./use-bulk-run.ts";

interface BulkResultsProps {
  rows: readonly { readonly id: string; readonly title: string }[];
  run: BulkRun;
  canUndo?: boolean;
  onClose: () => void;
}

const outcomeText = (outcome: Outcome | undefined): string => {
  if (!outcome) return "Not done yet";
  if (outcome.problem !== null) return outcome.problem;
  if (outcome.undo === undefined) return "Done";
  return outcome.undo ?? "Undone";
};

export const BulkResults = ({ rows, run, canUndo = false, onClose }: BulkResultsProps) => {
  const { outcomes, isRunning } = run;
  const each = [...outcomes.values()];
  const done = each.filter(({ problem, undo }) => problem === null && undo !== null).length;
  const isUndone = each.some(({ undo }) => undo !== undefined);
  const isLeft = each.filter(({ problem }) => problem === null).length < rows.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <p role="status" className="font-semibold">
        {isRunning ? `${outcomes.size} of ${rows.length}…` : `${done} of ${rows.length} done.`}
      </p>
      <progress value={outcomes.size} max={rows.length} aria-label="Progress" className="h-2 w-full accent-brand" />
      <BulkList
        lines={rows.map(({ id, title }) => {
          const outcome = outcomes.get(id);
          return { id, title, words: outcomeText(outcome), isBad: Boolean(outcome?.problem ?? outcome?.undo) };
        })}
      />
      <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
        {isRunning && (
          <Button variant="secondary" onClick={run.stop}>
            Stop
          </Button>
        )}
        {!isRunning && canUndo && done > 0 && !isUndone && (
          <Button variant="secondary" onClick={run.undo}>
            Undo
          </Button>
        )}
        {!isRunning && isLeft && !isUndone && (
          <Button variant="secondary" onClick={run.run}>
            Do the rest
          </Button>
        )}
        {!isRunning && <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
};
