// The bar over the selected settlements, with what can be done with many at once.
import type { Settlement } from "@jara/shared/rest/settlements";
import type { Selection } from "../../../lib/use-selection.ts";
import { Button } from "../../../ui/button.tsx";
import { type BulkKind, bulkKinds, bulkLabels } from "../bulk-plan.ts";

interface BulkBarProps {
  readonly selection: Selection<Settlement>;
  readonly onChoose: (kind: BulkKind) => void;
}

export const BulkBar = ({ selection: { selected, clear }, onChoose }: BulkBarProps) => {
  if (selected.length === 0) return null;
  return (
    <section
      aria-label="Selected settlements"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised md:bottom-4 md:mx-0 md:rounded-box md:border"
    >
      <p role="status" className="tabular mr-auto font-semibold text-sm">
        {selected.length} selected
      </p>
      {bulkKinds.map((kind) => (
        <Button key={kind} size="sm" variant="secondary" onClick={() => onChoose(kind)}>
          {bulkLabels[kind]}
        </Button>
      ))}
      <Button variant="ghost" size="sm" onClick={clear}>
        Clear selection
      </Button>
    </section>
  );
};
