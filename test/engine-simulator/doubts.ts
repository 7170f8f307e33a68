import type { Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import type { Finding, Judged, Ledger } from './judge.ts';
import type { Random } from './random.ts';
import type { Answer, ScriptedPerson } from './script.ts';
import type { StoredEvent } from './service-world.ts';
import { stepOf } from './step-of.ts';

const MEANINGS = ['answer', 'automatic', 'no_more_mail'] as const;

/** In one history of five, drawn apart: mails of which nobody can tell what they mean. The other histories are what they were before there were any. */
export function withDoubts(
  random: Random,
  people: readonly ScriptedPerson[],
  delay: (random: Random) => number,
): readonly ScriptedPerson[] {
  if (!random.chance(0.2)) return people;
  return people.map((person) => {
    const doubts = Array.from(
      { length: random.pick([0, 1, 1, 2]) },
      (): Answer => ({
        ...{ to: 'email', with: 'in_doubt', means: random.pick<Meant>(MEANINGS), after: delay(random) },
        comes: random.pick<Answer['comes']>(['once', 'once', 'twice', 'late', 'lost']),
      }),
    );
    return { ...person, answers: [...person.answers, ...doubts] };
  });
}

/** As ticket systems send what people write, too: one sign, which another one of time or of form does not make sure. */
export const fieldsInDoubt = ({ means = 'answer' }: Answer, id: string): Readonly<Record<string, unknown>> => ({
  ...{ subject: 'Re: hello', message_text: 'As discussed.', headers: { 'Auto-Submitted': 'auto-generated' } },
  raw_data: { entityUrn: id, means },
});

/** Reads what the author of a mail in doubt meant; null: the event is no such mail. */
export function meaningIn(stored: StoredEvent | undefined): Meant | null {
  const event = stored?.envelope.event;
  const raw = isRecord(event) ? event.raw_data : null;
  return (isRecord(raw) && MEANINGS.find((one) => one === raw.means)) || null;
}

/** From the commit of a doubt until what a person said of it has been ingested. */
interface Open {
  readonly enrollment: string;
  readonly from: number;
  readonly to: number;
  readonly event_id: string;
}

/**
 * Finds sends to somebody while a mail of theirs was in doubt, by the order of the commits. A send that was admitted before the doubt may still go
 * out. For a mail that proves to be an answer the laws of replies hold, and a wish for no more mail ends the enrollment.
 */
export function doubtsHold({ world }: Judged, { log, intents }: Ledger): Finding[] {
  const doubts = log.filter(({ kind }) => kind === 'doubt');
  const open = doubts.flatMap(({ id, enrollment_id, seq }): Open[] => {
    const said = log.find((row) => row.kind === 'said' && row.id === id);
    const end = log.find(
      (row) => row.kind === 'event' && row.id === id && row.note === 'matched' && Number(row.seq) > Number(said?.seq),
    );
    const to = end === undefined ? Number.POSITIVE_INFINITY : Number(end.seq);
    return enrollment_id === null ? [] : [{ enrollment: enrollment_id, from: Number(seq), to, event_id: id }];
  });
  const sentMeanwhile = intents.flatMap(({ key, enrollment_id }): Finding[] => {
    const own = open.filter(({ enrollment }) => enrollment === enrollment_id);
    if (own.length === 0) return [];
    const isOpen = (seq: number) => own.find(({ from, to }) => seq > from && seq < to);
    const seqs = log.filter(({ kind, id }) => kind === 'intent' && id === key).map(({ seq }) => Number(seq));
    const meanwhile = seqs.map(isOpen).find((one) => one !== undefined);
    const sends = world.received.filter((one) => stepOf(one.key) === key && one.effect === 'send');
    if (meanwhile === undefined || sends.length <= seqs.filter((seq) => isOpen(seq) === undefined).length) return [];
    return [{ invariant: 'doubt', text: `${key} went out while nobody had said what ${meanwhile.event_id} is` }];
  });
  const stopped = log.filter(
    ({ kind, id }) =>
      kind === 'stop' && log.some((row) => row.kind === 'said' && row.id === id && row.note === 'automatic'),
  );
  return [
    ...sentMeanwhile,
    ...stopped.map(({ enrollment_id, id }) => ({
      ...{ invariant: 'doubt' as const, text: `${enrollment_id} was stopped by ${id}, which a machine wrote` },
    })),
  ];
}
