import { companyName } from '../../../language/plan/company-name.ts';
import type { Person } from './walker.ts';

/** People by company, so that nobody has to look at everybody. */
export interface Companies {
  /** The person is new, or something was learned of them. */
  note(person: Person): void;
  /** The others of the person's company. */
  colleaguesOf(person: Person): readonly Person[];
}

export function createCompanies(): Companies {
  const people = new Map<string, Set<Person>>();
  const companies = new Map<Person, { readonly written: string; readonly name: string }>();

  const nameOf = (person: Person): string => companies.get(person)?.name ?? '';
  return {
    note(person) {
      const written = person.lead.company ?? '';
      if (written === (companies.get(person)?.written ?? '')) return;
      people.get(nameOf(person))?.delete(person);
      const name = companyName(written);
      companies.set(person, { written, name });
      people.set(name, (people.get(name) ?? new Set<Person>()).add(person));
    },
    colleaguesOf(person) {
      const name = nameOf(person);
      return name === '' ? [] : [...(people.get(name) ?? [])].filter((other) => other !== person);
    },
  };
}
