// Asks for confirmation before a holiday is deleted, which makes its date a business day again.
import type { Holiday } from "@jara/shared/rest/settlements";
import { messageOf } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { wholeDayText } from "./holiday-words.ts";
import { useDeleteHoliday } from "./use-holidays.ts";

interface DeleteHolidayDialogProps {
  holiday: Holiday | null;
  onClose: () => void;
}

export const DeleteHolidayDialog = ({ holiday, onClose }: DeleteHolidayDialogProps) => {
  const { mutate, isPending, isError, error, reset } = useDeleteHoliday();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog open={holiday !== null} onClose={close} closable={!isPending} title="Delete this holiday?">
      {holiday && (
        <>
          <p>
            <strong>{holiday.name}</strong>, {wholeDayText(holiday.date)}, counts as a business day again for payments
            that get their deadline from now on. Payments that already have a deadline keep it.
          </p>
          {isError && <Notice tone="error">{messageOf(error, "Failed to delete the holiday")}</Notice>}
          <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
            <Button variant="secondary" disabled={isPending} onClick={close}>
              Keep it
            </Button>
            <Button
              variant="danger"
              pending={isPending}
              onClick={() =>
                mutate(holiday.date, {
                  onSuccess: () => {
                    toast.success(`${holiday.name} deleted`);
                    close();
                  },
                })
              }
            >
              Delete
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
};
