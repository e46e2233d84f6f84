// Announces auctions that opened since the list was read, and shows them on request, so that the list does not move.
import { useQueryClient } from "@tanstack/react-query";
import type { useNewAuctions } from "../../features/search/hooks/use-new-auctions.ts";
import { Button } from "../../ui/button.tsx";

export const NewAuctions = ({ count, show }: Pick<ReturnType<typeof useNewAuctions>, "count" | "show">) => {
  const client = useQueryClient();
  return (
    <div className="sticky top-16 z-30 justify-self-center">
      <Button
        size="sm"
        className="shadow-raised"
        onClick={() => {
          show();
          void client.invalidateQueries({ queryKey: ["auctions", "rail"] });
        }}
      >
        {count === 1 ? "1 new auction — show" : `${count} new auctions — show`}
      </Button>
    </div>
  );
};
