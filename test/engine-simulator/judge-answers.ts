import type { Finding, Judged, Ledger } from './judge.ts';
import { answersToErased } from './judge-erasures.ts';
import { stepOf } from './step-of.ts';

/** An answer that a person of ours wrote, as the table has it. */
export interface Answered {
  readonly id: string;
  /** Null: the person was erased. */
  readonly lead_id: string | null;
  readonly text: string;
  readonly last_seen: string | null;
  readonly confirmed: readonly string[];
  readonly state: string;
}

/**
 * Judges what people of ours write: one click is one message; an answer says `sent` where it went out and nothing else where it did not; and it does
 * not go out once it was taken back, its person is on the do-not-contact list against what was confirmed, or somebody wrote meanwhile. It goes by the
 * order of the commits.
 */
export function answersHold(judged: Judged, ledger: Ledger): Finding[] {
  return [...oncePerClick(judged, ledger), ...statesAgree(judged, ledger), ...nothingInTheWay(judged, ledger)];
}

const keyOf = ({ id }: Answered): string => `${id}/answer/1`;

function oncePerClick({ world }: Judged, { answers }: Ledger): Finding[] {
  const texts = new Set(answers.map(({ text }) => text));
  const found: Finding[] = [];
  for (const text of texts) {
    const times = world.effects.filter((effect) => effect.text === text).length;
    if (times > 1) found.push({ invariant: 'I1', text: `${text} went out ${times} times, for one click` });
  }
  return found;
}

function statesAgree({ world, stuck }: Judged, { answers, log }: Ledger): Finding[] {
  if (stuck !== null) return [];
  const erased = answersToErased({ log });
  return answers.flatMap((answer): Finding[] => {
    const { id, state } = answer;
    if (erased.has(id)) return [];
    const went = world.effects.some(({ key }) => stepOf(key) === keyOf(answer));
    if (state === 'waiting' || state === 'sending' || state === 'in_doubt')
      return [{ invariant: 'I8', text: `the answer ${id} is still ${state}` }];
    if ((state === 'sent') === went) return [];
    return [{ invariant: 'I1', text: `the answer ${id} ${went ? 'went' : 'did not go'} out, and is ${state}` }];
  });
}

function nothingInTheWay(judged: Judged, ledger: Ledger): Finding[] {
  // Of who was erased nothing tells any more what their writers had seen.
  return ledger.answers.flatMap((answer) => {
    if (answer.lead_id === null) return [];
    const begun = ledger.log.filter(({ kind, id }) => kind === 'intent' && id === keyOf(answer));
    const last = Number(begun.at(-1)?.seq ?? -1);
    return reasonsAgainst(judged, ledger, answer)
      .filter(({ seq }) => seq < last)
      .map(({ why }) => ({ invariant: 'I7', text: `the answer ${answer.id} went out after ${why}` }));
  });
}

interface Reason {
  readonly seq: number;
  readonly why: string;
}

function reasonsAgainst(judged: Judged, { log, answers, leads }: Ledger, answer: Answered): Reason[] {
  const { id, lead_id, confirmed, last_seen } = answer;
  const enrolled = [...judged.enrollments].find(([, enrollment]) => leads.get(enrollment) === lead_id);
  const person = enrolled && judged.world.people[enrolled[0]];
  if (!person) return [];
  const { email, slug, profile_id_url, phone } = person;
  const names = [lead_id, email, slug, phone, phone.slice(1)];
  const wrote = (event_id: string): boolean => {
    const event = judged.world.events.find((one) => one.event_id === event_id)?.envelope.event;
    const text = JSON.stringify(event ?? null);
    return (
      text.includes('"type":"message"') && [profile_id_url, email, phone].some((name) => text.includes(`"${name}"`))
    );
  };
  const written = Number(log.find((row) => row.kind === 'answer' && row.id === id)?.seq ?? 0);
  const heard = new Set<string>();
  const reasons: Reason[] = [];
  for (const row of log) {
    const seq = Number(row.seq);
    if (row.kind === 'answer' && row.id === id && row.note === 'withdrawn')
      reasons.push({ seq, why: 'it was taken back' });
    if (row.kind === 'suppressed' && names.includes(row.note ?? '') && !confirmed.includes(row.id))
      reasons.push({ seq, why: `${row.id} was on the do-not-contact list` });
    if (row.kind === 'event' && row.note === 'matched' && !heard.has(row.id)) {
      heard.add(row.id);
      if (seq > written && wrote(row.id)) reasons.push({ seq, why: `they had written ${row.id}` });
    }
    const other = row.kind === 'answer' && row.note === 'sent' ? answers.find((one) => one.id === row.id) : undefined;
    // Whoever wrote it had seen as much, and not the other one.
    if (other && other.id !== id && other.lead_id === lead_id && other.last_seen === last_seen)
      reasons.push({ seq, why: `${other.id}, which its writer had not seen` });
  }
  return reasons;
}
