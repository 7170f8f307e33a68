import { progressInWords } from '../../../shared/kit/progress-in-words.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import type { Tone } from '../parts/tag.tsx';
import { countOf, people } from '../parts/words.ts';

export type Campaign = ItemOf<'listCampaigns'>;

const TONES: Readonly<Record<Campaign['status'], Tone>> = {
  ...{ importing: 'plain', running: 'good', finished: 'plain', paused: 'warn', stopped: 'plain', failed: 'bad' },
};

export const STATUSES = ['importing', 'running', 'finished', 'paused', 'stopped', 'failed'] as const;

export const toneOf = ({ status }: Pick<Campaign, 'status'>): Tone => TONES[status];

/** Why it does not go on; null: it does, or was stopped. */
export function whyItWaits({ status, paused, error }: Pick<Campaign, 'status' | 'paused' | 'error'>): string | null {
  if (status === 'failed') return error;
  if (status !== 'paused') return null;
  const by = paused?.by_itself ? 'Paused by itself' : 'Paused';
  return paused?.note ? `${by}: ${paused.note}` : by;
}

/** Says the state of a campaign in a sentence: what it waits for, or how much of it is left. */
export function stateOf(campaign: Campaign): string {
  const { status, counts } = campaign;
  const waits = whyItWaits(campaign);
  if (waits !== null) return `${waits.replace(/\.$/, '')}.`;
  if (status === 'stopped') return stopInWords(campaign);
  const left = counts.enrolled - counts.finished;
  const parts = [
    ...(counts.pending > 0 ? [comingInWords(campaign)] : []),
    ...(left > 0 ? [`${people(left)} not at their end`] : []),
    ...(counts.needs_person > 0 ? [`${counts.needs_person.toLocaleString('en')} need a person`] : []),
  ];
  if (parts.length > 0) return `${parts.join(', ')}.`;
  return status === 'importing' ? 'Its people are being read.' : 'All have come to their end.';
}

/** Says how much of its source is still to come, and how soon. */
const comingInWords = ({ progress, counts }: Campaign): string =>
  progress === null
    ? `${countOf(counts.pending, 'row')} not read yet`
    : `${progressInWords({ ...progress, all: counts.rows })}`;

/** Why it was stopped, and what becomes of rows that are written later. */
function stopInWords({ stopped, counts: { pending } }: Campaign): string {
  const why = stopped?.note ? `: ${stopped.note.replace(/\.$/, '')}` : '';
  const coming = pending === 0 ? '' : ` ${countOf(pending, 'row')} still to come: nobody of them enters.`;
  return `Stopped for good${why}.${coming}`;
}

/** Since when it does not go on; null: it does. */
export const haltedAt = ({ paused, stopped }: Pick<Campaign, 'paused' | 'stopped'>): string | null =>
  (stopped ?? paused)?.at ?? null;
