// Puts the lots of an import into a draft of a sale, behind the lots that it has. The import stands in the address.
import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { messageOf } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { lotsOfImport } from "./queries.ts";
import { type DraftLots, idsOf } from "./use-draft-lots.ts";
import { useSetLots } from "./use-sale-changes.ts";

interface ImportedLotsProps {
  saleId: string;
  lots: DraftLots;
}

export const ImportedLots = ({ saleId, lots: { chosen, revision, isUnsaved } }: ImportedLotsProps) => {
  const [params, setParams] = useSearchParams();
  const importId = params.get("import");
  const set = useSetLots(saleId);
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  const add = useMutation({
    mutationFn: async (id: string) => {
      const imported = await lotsOfImport(id);
      const auctionIds = [...new Set([...idsOf(chosen), ...imported])];
      await set.mutateAsync({ revision, auctionIds });
      return auctionIds.length - chosen.length;
    },
    onSuccess: (added) => {
      toast.success(`${lotsWords(added)} added`);
      close();
    },
  });
  if (importId === null) return null;
  return (
    <Notice
      tone={add.isError ? "error" : "warning"}
      title="Imported lots"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={add.isPending} disabled={isUnsaved} onClick={() => add.mutate(importId)}>
            Add the imported lots
          </Button>
          <Button variant="ghost" size="sm" onClick={close}>
            Not to this sale
          </Button>
        </div>
      }
    >
      {add.isError
        ? messageOf(add.error, "Failed to add the lots")
        : isUnsaved
          ? "Save the changed lots first."
          : "They are added after the lots of this sale, in the order of their table."}
    </Notice>
  );
};
