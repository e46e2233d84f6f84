// Asks for confirmation before a holiday is deleted, which makes its date a business day again.
import type { Holiday } from "@jara/shared/rest/settlements";
import { toast } from "../../store/toast.ts";
import { Ask } from "../../ui/ask.tsx";
import { wholeDayText } from "./holiday-words.ts";
import { useDeleteHoliday } from "./use-holidays.ts";

interface DeleteHolidayDialogProps {
  holiday: Holiday | null;
  onClose: () => void;
}

export const DeleteHolidayDialog = ({ holiday, onClose }: DeleteHolidayDialogProps) => {
  const deleting = useDeleteHoliday();
  return (
    <Ask
      open={holiday !== null}
      title="Delete this holiday?"
      no="Keep it"
      yes="Delete"
      isDanger
      of={deleting}
      failed="Failed to delete the holiday"
      onNo={onClose}
      onYes={() =>
        holiday &&
        deleting.mutate(holiday.date, {
          onSuccess: () => {
            toast.success(`${holiday.name} deleted`);
            onClose();
          },
        })
      }
    >
      {holiday && (
        <p>
          <strong>{holiday.name}</strong>, {wholeDayText(holiday.date)}, counts as a business day again for payments
          that get their deadline from now on. Payments that already have a deadline keep it.
        </p>
      )}
    </Ask>
  );
};
