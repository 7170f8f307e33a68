import { outcomeWords } from '../../../shared/kit/outcome-words.ts';

/** The part of `GET /api/stats` that the live line shows. */
export interface ProgressStats {
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_outcome: Readonly<Record<string, number>>;
  readonly replied: number;
}

/** Says where everybody is, on one line. */
export function progressLine({ by_status, by_outcome, replied }: ProgressStats, now: Date): string {
  const day = now.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const time = now.toISOString().slice(11, 16);
  const { finished = 0, ...going } = by_status;
  const ends = listed(by_outcome, outcomeWords);
  return [
    `${day} ${time} UTC`,
    listed(going, (status) => status.replaceAll('_', ' ')) || 'nobody is active',
    ...(replied > 0 ? [`${replied} replied`] : []),
    `${finished} finished${ends ? `: ${ends}` : ''}`,
  ].join(' │ ');
}

const listed = (counts: Readonly<Record<string, number>>, wordsOf: (name: string) => string): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${wordsOf(name)}`)
    .join(', ');
