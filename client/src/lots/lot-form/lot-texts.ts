// The texts of a lot, as both of its forms type them. A text that is added here is in the forms, their rules, drafts,
// requests, the comparison of an edit and the preview.
import { type Auction, DESCRIPTION_MAX, LOCATION_MAX, TITLE_MAX } from "@jara/shared/auction";
import { eachDetail } from "@jara/shared/lot-fields";

interface LotText {
  name: string;
  max: number;
  isRequired?: boolean;
  /** True for a text of several lines. */
  isLong?: boolean;
  /** True if an edit cannot remove the text: an emptied field leaves it as it is. */
  staysIfEmpty?: boolean;
  /** Both are shown only for a new lot. */
  hint?: string;
  placeholder?: string;
}

const texts = {
  title: {
    name: "Title",
    max: TITLE_MAX,
    isRequired: true,
    hint: "Use the words that people search for: make, model, year.",
  },
  description: {
    name: "Description",
    max: DESCRIPTION_MAX,
    isRequired: true,
    isLong: true,
    hint: "Age, condition, what is missing, whether it works.",
  },
  location: { name: "Location", max: LOCATION_MAX, staysIfEmpty: true, placeholder: "Surulere, Lagos" },
  ...eachDetail((_, { title, max, hint }) => ({ name: title, max, hint, isLong: true })),
} satisfies Record<string, LotText>;

export type TextName = keyof typeof texts;
export const lotTexts: Readonly<Record<TextName, LotText>> = texts;
export const textNames = Object.keys(texts) as TextName[];
export const optionalTexts = textNames.filter((name) => !lotTexts[name].isRequired);

export const textLabel = (name: TextName): string =>
  lotTexts[name].isRequired ? lotTexts[name].name : `${lotTexts[name].name} (optional)`;

/** The trimmed texts; null for an empty one that may be empty. */
export const textsOf = (form: Readonly<Record<TextName, string>>) =>
  Object.fromEntries(
    textNames.map((name) => [name, form[name].trim() || (lotTexts[name].isRequired ? "" : null)]),
  ) as Pick<Auction, TextName>;
