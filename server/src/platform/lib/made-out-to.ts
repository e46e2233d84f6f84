// The name and the address on a receipt or an invoice.

interface Person {
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
}

/** The person to whom a document is made out, as it stays on the document. */
export interface MadeOutTo {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly address: string | null;
}

export const madeOutTo = (person: Person): MadeOutTo => {
  const { username, email, street, city, state, zipCode, country } = person;
  const address = joined(", ", street, city, joined(" ", state, zipCode), country);
  return { name: personName(person), username, email, address };
};

/** The full name, or the username of somebody without one. */
export const personName = (person: Pick<Person, "firstName" | "lastName" | "username">): string =>
  fullName(person) || person.username;

/** Empty without a name. */
export const fullName = ({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string =>
  joined(" ", firstName, lastName) ?? "";

/** The parts that are not empty; null if all are. */
const joined = (between: string, ...parts: readonly (string | null)[]): string | null =>
  parts.flatMap((part) => part?.trim() || []).join(between) || null;
