// Two sections of the edit dialog: basic information, and categories and condition.
import { conditionLabels, conditions, DESCRIPTION_MAX, LOCATION_MAX, TITLE_MAX } from "@jara/shared/auction";
import { reportRule } from "@jara/shared/typed-report";
import { Controller } from "react-hook-form";
import { ReportInputs } from "../../../lots/report-inputs.tsx";
import { CategoryPicker } from "../../../ui/category-picker.tsx";
import { CharCount } from "../../../ui/char-count.tsx";
import { Input, Select, Textarea } from "../../../ui/field.tsx";
import { useMay } from "../../../ui/may.tsx";
import { statusChoices } from "../auction-filters.ts";
import { rulesFor } from "../edit-form.ts";
import { Conflict, EditField } from "./edit-field.tsx";
import { Section, type SectionProps } from "./section.tsx";

export const BasicInformation = ({ auction, edited }: SectionProps) => {
  const { form, values } = edited;
  const rules = rulesFor(auction);
  const mayRun = useMay("auctions:run");
  const choices = statusChoices.filter(
    ([status]) => mayRun || status === auction.status || (auction.status === "draft" && status === "active"),
  );
  return (
    <Section title="Basic Information">
      <EditField
        edited={edited}
        name="title"
        label="Title"
        aside={<CharCount used={values.title.length} max={TITLE_MAX} />}
        className="sm:col-span-2"
      >
        {(control) => (
          <Input {...control} autoComplete="off" aria-required {...form.register("title", { validate: rules.title })} />
        )}
      </EditField>
      <EditField
        edited={edited}
        name="description"
        label="Description"
        aside={<CharCount used={values.description.length} max={DESCRIPTION_MAX} />}
        className="sm:col-span-2"
      >
        {(control) => (
          <Textarea {...control} aria-required {...form.register("description", { validate: rules.description })} />
        )}
      </EditField>
      <EditField edited={edited} name="status" label="Status">
        {(control) => (
          <Select {...control} aria-required {...form.register("status")}>
            {choices.map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </EditField>
      <EditField
        edited={edited}
        name="location"
        label="Location (optional)"
        aside={<CharCount used={values.location.length} max={LOCATION_MAX} />}
      >
        {(control) => (
          <Input {...control} autoComplete="off" {...form.register("location", { validate: rules.location })} />
        )}
      </EditField>
    </Section>
  );
};

export const CategoriesAndCondition = ({ edited }: Pick<SectionProps, "edited">) => (
  <Section title="Categories & Condition">
    <div>
      <Controller
        control={edited.form.control}
        name="categories"
        render={({ field, fieldState }) => (
          <CategoryPicker value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Conflict edited={edited} name="categories" label="Categories" />
    </div>
    <EditField edited={edited} name="condition" label="Condition">
      {(control) => (
        <Select {...control} {...edited.form.register("condition")}>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionLabels[condition]}
            </option>
          ))}
        </Select>
      )}
    </EditField>
    <div className="sm:col-span-2">
      <Controller
        control={edited.form.control}
        name="conditionReport"
        rules={{ validate: (typed, { categories }) => reportRule(typed, categories) }}
        render={({ field, fieldState }) => (
          <ReportInputs
            categories={edited.values.categories}
            value={field.value}
            onChange={field.onChange}
            showsErrors={fieldState.error !== undefined}
          />
        )}
      />
      <Conflict edited={edited} name="conditionReport" label="Condition report" />
    </div>
  </Section>
);
