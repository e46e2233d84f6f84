// The form section about the lot: title, description, categories, condition and location.
import { conditionLabels, conditions } from "@jara/shared/auction";
import { reportRule } from "@jara/shared/typed-report";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { ReportInputs } from "../../../lots/report-inputs.tsx";
import { CategoryPicker } from "../../../ui/category-picker.tsx";
import { CharCount } from "../../../ui/char-count.tsx";
import { Field, Input, Select, Textarea } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { type AuctionForm, limits, MISSING, newAuctionForm, required, rules } from "../auction-form.ts";

const filledIn = (name: "title" | "description") => ({
  validate: {
    [MISSING]: (typed: string) => typed.trim() !== "" || required[name],
    rule: rules[name],
  },
});

export const BasicInformation = ({ form }: { form: UseFormReturn<AuctionForm> }) => {
  const { control, register, formState } = form;
  const { errors } = formState;
  const [title, description, location, categories] = useWatch({
    control,
    name: ["title", "description", "location", "categories"],
  });
  return (
    <Panel title="Basic Information">
      <Field
        label="Title"
        error={errors.title?.message}
        aside={<CharCount used={title.length} max={limits.title} />}
        hint="Use the words that people search for: make, model, year."
      >
        {(given) => <Input {...given} autoComplete="off" aria-required {...register("title", filledIn("title"))} />}
      </Field>
      <Field
        label="Description"
        error={errors.description?.message}
        aside={<CharCount used={description.length} max={limits.description} />}
        hint="Age, condition, what is missing, whether it works."
      >
        {(given) => <Textarea {...given} aria-required {...register("description", filledIn("description"))} />}
      </Field>
      <Controller
        control={control}
        name="categories"
        render={({ field, fieldState }) => (
          <CategoryPicker value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Condition" error={errors.condition?.message}>
          {(given) => (
            <Select {...given} defaultValue={newAuctionForm.condition} {...register("condition")}>
              {conditions.map((condition) => (
                <option key={condition} value={condition}>
                  {conditionLabels[condition]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Location (optional)"
          error={errors.location?.message}
          aside={<CharCount used={location.length} max={limits.location} />}
        >
          {(given) => (
            <Input
              {...given}
              autoComplete="off"
              placeholder="Surulere, Lagos"
              {...register("location", { validate: rules.location })}
            />
          )}
        </Field>
      </div>
      <Controller
        control={control}
        name="conditionReport"
        rules={{ validate: (typed, { categories: chosen }) => reportRule(typed, chosen) }}
        render={({ field, fieldState }) => (
          <ReportInputs
            categories={categories}
            value={field.value}
            onChange={field.onChange}
            showsErrors={fieldState.error !== undefined}
          />
        )}
      />
    </Panel>
  );
};
