import { finding } from '../invariants/finding.ts';
import { SEQUENCE_NAME } from '../load.ts';
import type { Random } from '../random.ts';
import type { Run, Scenario } from '../scenario.ts';

interface Known {
  readonly id: string;
  readonly profile_url: string;
  readonly phone_number: string;
}

type Fields = Readonly<Record<string, string>>;

/** As lists, cards and spreadsheets write what tells the same person. */
const PROFILES: readonly ((person: Known) => Fields)[] = [
  ({ profile_url }) => ({ profile_url: `${profile_url.toUpperCase().replace('/IN/', '/in/')}/?trk=x` }),
  ({ profile_url }) => ({ profile_url: profile_url.replace(/^.*\/in\//, 'in/') }),
  ({ profile_url }) => ({ profile_url: `\u200b${profile_url.replace('/in/', '/mwlite/in/')} ` }),
];
const NUMBERS: readonly ((person: Known) => Fields)[] = [
  ({ phone_number }) => ({ phone_number: phone_number.replace('+33', '0033 ') }),
  ({ phone_number }) => ({ phone_number: phone_number.replace('+33', '+33 (0)') }),
  ({ phone_number }) => ({ phone_number: phone_number.replace('+33', '0'), country: 'FR' }),
  ({ phone_number }) => ({ phone_number: `tel:${phone_number.replace('+33', '+33-')}` }),
];

async function bringAgain({ system, load, random, rounds, fault, pause }: Run) {
  const { rows: people } = await system.engine_db.query<Known>(
    'select e.id, l.profile_url, l.phone_number from enrollments e join leads l on l.id = e.lead_id order by e.id',
  );
  const beside: string[] = [];
  const goesOn: string[] = [];
  let [brought, listed] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const person = pick(random, people);
    if (round % 4 === 0) {
      const worker = random.pick(system.workers);
      if (await worker.kill()) fault(`kill -9 of ${worker.name}`);
      await worker.start();
    }
    if (random.next() < 0.2) {
      const names = pick(random, [...PROFILES, ...NUMBERS])(person);
      const { status, body } = await system.callApi<object>('POST', '/api/suppressions', { ...names, reason: 'asked' });
      if (status > 201) goesOn.push(`${JSON.stringify(names)} was refused: ${JSON.stringify(body)}`);
      const { rows } = await system.engine_db.query<{ ends: boolean }>(
        `select status = 'finished' or stop_outcome is not null as ends from enrollments where id = $1`,
        [person.id],
      );
      if (rows[0]?.ends !== true) goesOn.push(`${person.id} goes on beside ${JSON.stringify(names)}`);
      listed += 1;
    } else {
      // Nobody is brought to this sequence without a profile.
      const names = {
        ...(random.next() < 0.5 ? pick(random, NUMBERS)(person) : {}),
        ...pick(random, PROFILES)(person),
      };
      const lead = { first_name: 'Again', ...names };
      const [sender] = load.accounts;
      const senders = { professional: sender, email: load.accounts.at(-1) };
      const { status, body } = await system.callApi<object>('POST', '/api/enrollments', {
        sequence: SEQUENCE_NAME,
        lead,
        senders,
      });
      if (status < 300) beside.push(`${JSON.stringify(names)} entered beside ${person.id}: ${JSON.stringify(body)}`);
      else if (status !== 409) beside.push(`${JSON.stringify(names)} was refused as ${JSON.stringify(body)}`);
      brought += 1;
    }
    await pause(random.whole(50, 500));
  }
  return [
    finding('twice', 'nobody enters again in another spelling', { brought }, beside),
    finding('list', 'an entry in another spelling holds at once', { listed }, goesOn),
  ];
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[random.whole(0, items.length - 1)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
};

export const otherSpellings: Scenario = {
  name: 'other-spellings',
  about: 'people are brought again and put on the do-not-contact list in other spellings, while workers are killed',
  short: true,
  rounds: 40,
  load: { leads: 20 },
  play: bringAgain,
};
