// Says beside the buttons of the form how the lot differs from the house's rules of new lots.
import { type Control, useWatch } from "react-hook-form";
import type { LotForm } from "../../../lots/lot-form/lot-form.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { Notice } from "../../../ui/notice.tsx";
import { houseRemarks } from "../review-lot.ts";

export const HouseNote = ({ control }: { control: Control<LotForm> }) => {
  const { details } = useSiteDetails();
  const [incrementKind, bidIncrement, currency, softCloseWindow, softCloseCap] = useWatch({
    control,
    name: ["incrementKind", "bidIncrement", "currency", "softCloseWindow", "softCloseCap"],
  });
  const rules = { incrementKind, bidIncrement, currency, softCloseWindow, softCloseCap };
  const remarks = houseRemarks(rules, details);
  if (remarks.length === 0) return null;
  return (
    <Notice title="Not the house's defaults">
      <ul className="grid list-disc gap-1 pl-4">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </Notice>
  );
};
