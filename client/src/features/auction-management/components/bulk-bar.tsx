// The bar over the selected rows. It stays at the lower edge of the screen, within reach of a thumb.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { Button } from "../../../ui/button.tsx";
import { useMay } from "../../../ui/may.tsx";
import { type BulkKind, bulkLabels } from "../bulk-plan.ts";

interface BulkBarProps {
  selected: readonly ManagedAuction[];
  onChoose: (kind: BulkKind) => void;
  onClear: () => void;
}

const kinds: readonly BulkKind[] = ["publish", "shift", "category", "relist", "cancel"];

export const BulkBar = ({ selected, onChoose, onClear }: BulkBarProps) => {
  const mayRun = useMay("auctions:run");
  if (selected.length === 0) return null;
  return (
    <section
      aria-label="Selected lots"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-raised md:bottom-4 md:mx-0 md:rounded-box md:border"
    >
      <p role="status" className="tabular mr-auto font-semibold text-sm">
        {selected.length} selected
      </p>
      <Button variant="ghost" size="sm" onClick={onClear} className="md:order-last">
        Clear selection
      </Button>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 max-md:w-[calc(100%+2rem)] md:mx-0 md:px-0">
        {kinds
          .filter((kind) => kind !== "cancel" || mayRun)
          .map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant={kind === "cancel" ? "danger" : "secondary"}
              className="shrink-0"
              onClick={() => onChoose(kind)}
            >
              {bulkLabels[kind]}
            </Button>
          ))}
      </div>
    </section>
  );
};
