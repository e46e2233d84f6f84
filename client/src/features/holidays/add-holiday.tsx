// The form that adds a holiday: its date and its name. It does not rename an existing holiday by mistake.
import { HOLIDAY_NAME_MAX, type Holiday } from "@jara/shared/rest/settlements";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { isWeekend, nowCalled, wholeDayText } from "./holiday-words.ts";
import { useSaveHoliday } from "./use-holidays.ts";

const empty: Holiday = { date: "", name: "" };

export const AddHoliday = ({ holidays }: { holidays: readonly Holiday[] }) => {
  const { register, handleSubmit, reset, watch, formState } = useForm<Holiday>({ defaultValues: empty });
  const save = useSaveHoliday();
  const place = useRef<HTMLFormElement>(null);
  const { errors } = formState;
  const date = watch("date");

  const validDate = (given: string) => {
    if (!given) return "Please choose a date";
    const held = holidays.find((one) => one.date === given);
    return held ? `${held.name} is on this date already. You can rename it below.` : true;
  };
  const submit = handleSubmit(({ date, name }) => {
    if (save.isPending) return;
    const holiday = { date, name: name.trim() };
    save.mutate(
      { ...holiday, seen: null },
      {
        onSuccess: () => {
          toast.success(`${holiday.name} added on ${wholeDayText(date)}`);
          reset(empty);
          place.current?.querySelector("input")?.focus();
        },
      },
    );
  });
  return (
    <form ref={place} noValidate aria-label="Add a holiday" className="grid gap-3" onSubmit={submit}>
      <div className="grid gap-3 sm:flex sm:items-start">
        <Field
          label="Date"
          error={errors.date?.message}
          hint={/^\d{4}-\d\d-\d\d$/.test(date) && isWeekend(date) && "On a weekend, which is never counted anyway."}
          className="sm:w-48"
        >
          <Input type="date" {...register("date", { validate: validDate })} />
        </Field>
        <Field label="Name" error={errors.name?.message} className="sm:flex-1">
          <Input
            maxLength={HOLIDAY_NAME_MAX}
            autoComplete="off"
            placeholder="Eid al-Fitr"
            {...register("name", { validate: (name) => name.trim() !== "" || "Please enter a name" })}
          />
        </Field>
        <Button type="submit" pending={save.isPending} className="sm:mt-6">
          Add holiday
        </Button>
      </div>
      {save.isError && (
        <Notice tone="error">{nowCalled(save.error) ?? messageOf(save.error, "Failed to add the holiday")}</Notice>
      )}
    </form>
  );
};
