import { Command } from 'commander';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { type Enrollment, type Explanation, type Lead, nameOf } from '../api-shapes.ts';
import { explainEnrollment } from '../explain-enrollment.ts';
import { printJson, printText } from '../print.ts';

const MOST_PEOPLE = 5;

export function explainCommand(): Command {
  return new Command('explain')
    .description('say what happened to a person or an enrollment, what it waits for, until when and why')
    .argument('<who>', 'id of an enrollment, or a person: name or its beginning, email address, profile URL or id')
    .option('--json', 'print {now, enrollments: [{…, waiting, next, timeline, text}]}')
    .action(async (who: string, { json }: { readonly json?: boolean }) => {
      const api = createApiClient();
      const explained: Explanation[] = [];
      for (const { id } of await enrollmentsOf(api, who)) {
        explained.push(await api.explainEnrollment({ params: { id } }));
      }
      if (json) {
        const enrollments = explained.map((one) => ({ ...one, timeline: one.happened }));
        return printJson({ now: explained[0]?.now ?? null, enrollments });
      }
      const { items } = await api.listAccounts({ query: { limit: 1000 } });
      const names = new Map(items.map(({ id, name }) => [id, name]));
      printText(explained.map((one) => explainEnrollment(one, names)).join('\n\n'));
    });
}

async function enrollmentsOf(api: ApiClient, who: string): Promise<Enrollment[]> {
  if (who.startsWith('enr_')) return [await api.getEnrollment({ params: { id: who } })];
  const person = await findPerson(api, who);
  const { items } = await api.listEnrollments({ query: { lead_id: person.id } });
  if (items.length > 0) return items;
  throw new CodedError('not_enrolled', `${nameOf(person)} is in no sequence.`);
}

async function findPerson(api: ApiClient, who: string): Promise<Lead> {
  if (who.startsWith('lead_')) return api.getLead({ params: { id: who } });
  const { items } = await api.listLeads({ query: { q: who, limit: 50 } });
  // Who is not meant by company: many work there.
  const people = items.filter(({ fit }) => fit !== 'company');
  const [first] = people;
  if (first === undefined) {
    throw new CodedError('unknown_person', `There is nobody called ${who}.`, {
      fix: 'Give a name or the beginning of one, an email address, a profile URL or an id; overture enrollments lists them.',
    });
  }
  const best = people.filter(({ fit }) => fit === first.fit);
  if (best.length === 1) return first;
  const named = best.slice(0, MOST_PEOPLE).map((person) => `${nameOf(person)} (${person.id})`);
  const more = best.length > MOST_PEOPLE ? ', …' : '';
  throw new CodedError('several_people', `${best.length} people are called ${who}: ${named.join(', ')}${more}.`, {
    fix: 'Name one by id, profile URL or email address.',
  });
}
