import type { BlockingClient } from './blocking-client.ts';
import { findWords } from './erasing.ts';
import type { Finding, Judged, Ledger } from './judge.ts';

/**
 * Judges erasures: afterwards no answer of ours to the person begins its call (`nothingAfterStop` judges steps), and no row of any table names the
 * person.
 */
export async function erasuresHold(admin: BlockingClient, judged: Judged, ledger: Ledger): Promise<Finding[]> {
  return [...noneAgain(judged, ledger), ...noAnswerAfter(ledger), ...(await nobodyNamed(admin, judged, ledger))];
}

/** The enrollments or leads of people who were erased, with the number of the commit. */
const erasedIn = ({ log }: Pick<Ledger, 'log'>): ReadonlyMap<string, number> =>
  new Map(
    log.flatMap(({ kind, enrollment_id, note, seq }) =>
      kind === 'erased' ? [[enrollment_id ?? note ?? '', Number(seq)]] : [],
    ),
  );

/** Answers to somebody who was erased: what became of them the ledger does not tell any more. */
export function answersToErased(ledger: Pick<Ledger, 'log'>): ReadonlyMap<string, number> {
  const erased = erasedIn(ledger);
  return new Map(
    ledger.log.flatMap(({ kind, id, note }) => {
      const at = kind === 'answer_to' ? erased.get(note ?? '') : undefined;
      return at === undefined ? [] : [[id, at]];
    }),
  );
}

/** Nobody who was erased is enrolled by another hand. */
function noneAgain({ again }: Judged, ledger: Ledger): Finding[] {
  const erased = erasedIn(ledger);
  return again
    .filter(({ before }) => erased.has(before))
    .map(({ before, id }) => ({
      invariant: 'I7',
      text: `the person of ${before} was erased, and is enrolled as ${id}`,
    }));
}

function noAnswerAfter(ledger: Ledger): Finding[] {
  const erased = answersToErased(ledger);
  return ledger.log.flatMap(({ kind, id, seq }): Finding[] => {
    const at = kind === 'intent' ? erased.get(id.split('/')[0] ?? '') : undefined;
    return at === undefined || Number(seq) < at
      ? []
      : [{ invariant: 'I7', text: `${id} went out after its person was erased` }];
  });
}

async function nobodyNamed(admin: BlockingClient, judged: Judged, ledger: Ledger): Promise<Finding[]> {
  const erased = erasedIn(ledger);
  const words = judged.world.people.flatMap(({ slug, email, phone, profile_id_url }, at) => {
    const id = judged.enrollments.get(at);
    return id !== undefined && erased.has(id) ? [`in/${slug}`, email, phone, profile_id_url] : [];
  });
  if (words.length === 0) return [];
  return (await findWords(admin, words)).map((where) => ({
    invariant: 'erased',
    text: `${where} still names somebody who was erased`,
  }));
}
