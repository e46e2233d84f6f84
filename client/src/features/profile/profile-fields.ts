// The profile fields that a person may change, as a form holds them (text, never null) and as they are sent.
import type { UpdateProfileBody } from "@jara/shared/rest/accounts";
import { cleanPhone } from "@jara/shared/text/clean";
import type { User } from "@jara/shared/users";

export interface ProfileForm {
  firstName: string;
  lastName: string;
  phone: string;
  address: { street: string; city: string; state: string; zipCode: string; country: string };
}
export type ProfileFieldName = "firstName" | "lastName" | "phone" | `address.${keyof ProfileForm["address"]}`;

export interface ProfileField {
  name: ProfileFieldName;
  label: string;
  autoComplete: string;
  maxLength: number;
  /** Spans the whole row. */
  wide?: true;
  /** The form says so, and nobody is asked to add it, because few people in Nigeria know theirs. */
  isOptional?: true;
}

export const nameFields = [
  { name: "firstName", label: "First Name", autoComplete: "given-name", maxLength: 60 },
  { name: "lastName", label: "Last Name", autoComplete: "family-name", maxLength: 60 },
] as const satisfies ProfileField[];
const phoneField: ProfileField = { name: "phone", label: "Phone number", autoComplete: "tel", maxLength: 60 };
export const addressFields: ProfileField[] = [
  { name: "address.street", label: "Street", autoComplete: "street-address", maxLength: 120, wide: true },
  { name: "address.city", label: "City", autoComplete: "address-level2", maxLength: 80 },
  { name: "address.state", label: "State", autoComplete: "address-level1", maxLength: 80 },
  { name: "address.zipCode", label: "Postal code", autoComplete: "postal-code", maxLength: 20, isOptional: true },
  { name: "address.country", label: "Country", autoComplete: "country-name", maxLength: 80 },
];
export const personFields: ProfileField[] = [...nameFields, phoneField];

/** The fields by what they say about a person. */
const groups: { label: string; fields: readonly ProfileField[] }[] = [
  { label: "Name", fields: nameFields },
  { label: phoneField.label, fields: [phoneField] },
  { label: "Address", fields: addressFields },
];

export interface MissingDetail {
  label: string;
  /** The field to begin with. */
  name: ProfileFieldName;
}

/** The details that the person has not given: a whole group as one, otherwise each field that is not optional. */
export const missingDetails = (form: ProfileForm): MissingDetail[] =>
  groups.flatMap(({ label, fields }) => {
    const missing = fields.filter(({ name }) => fieldValue(form, name) === "");
    const [first] = missing;
    if (first && missing.length === fields.length) return [{ label, name: first.name }];
    return missing.filter(({ isOptional }) => !isOptional);
  });

export const fieldValue = (form: ProfileForm, name: ProfileFieldName): string => {
  if (name === "firstName" || name === "lastName" || name === "phone") return form[name];
  return form.address[name.slice("address.".length) as keyof ProfileForm["address"]];
};

export const toForm = ({ firstName, lastName, phone, address }: User): ProfileForm => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  phone: phone ?? "",
  address: {
    street: address?.street ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    zipCode: address?.zipCode ?? "",
    country: address?.country ?? "",
  },
});

/** Sends empty text too, because it removes the stored value. */
export const toBody = ({ firstName, lastName, phone, address }: ProfileForm): UpdateProfileBody => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  phone: phone.trim(),
  address: {
    street: address.street.trim(),
    city: address.city.trim(),
    state: address.state.trim(),
    zipCode: address.zipCode.trim(),
    country: address.country.trim(),
  },
});

/** The same rule as the server's, so that a mistake is shown without a round trip. */
export const phoneError = (typed: string): string | true =>
  /^(\+?[\d ()-]{5,25})?$/.test(cleanPhone(typed)) || "Please enter a valid phone number";

/** The first and last name if there is one, otherwise the username. */
export const displayName = ({ firstName, lastName, username }: User): string =>
  [firstName, lastName].filter(Boolean).join(" ") || username;
