import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { type ApiClient, createApiClient } from '../../api-client.ts';
import { type Enrollment, type Explanation, nameOf } from '../../api-shapes.ts';
import { explainEnrollment } from '../../explain-enrollment.ts';
import { findPerson } from '../../find-person.ts';
import { printJson, printText } from '../../print.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

export function explainCommand(): Command {
  return tellsTimes(new Command('explain'), "that of the sequence's hours")
    .description('say what happened to a person or an enrollment, what it waits for, until when and why')
    .argument('<who>', 'id of an enrollment, or a person: name or its beginning, email address, profile URL or id')
    .option('--json', 'print {now, enrollments: [{…, waiting, next, timeline, text}]}')
    .action(async (who: string, { json, ...zone }: ZoneOption & { readonly json?: boolean }) => {
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
      // Where their sequences have hours in several zones, all is told in the reader's.
      const [schedule, ...others] = new Set(explained.map(({ timezone }) => timezone));
      const times = timesOf(zone, others.length === 0 ? schedule : undefined);
      printText(explained.map((one) => explainEnrollment(one, names, times)).join('\n\n'));
    });
}

async function enrollmentsOf(api: ApiClient, who: string): Promise<Enrollment[]> {
  if (who.startsWith('enr_')) return [await api.getEnrollment({ params: { id: who } })];
  const person = await findPerson(api, who);
  const { items } = await api.listEnrollments({ query: { lead_id: person.id } });
  if (items.length > 0) return items;
  throw new CodedError('not_enrolled', `${nameOf(person)} is in no sequence.`);
}
