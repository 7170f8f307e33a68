import { optOutsInWords } from '../../shared/kit/opt-outs-in-words.ts';
import { outcomeWords } from '../../shared/kit/outcome-words.ts';
import { progressInWords } from '../../shared/kit/progress-in-words.ts';
import { layout } from '../../shared/kit/visible.ts';
import type { ResultOf } from '../api-client/asked.ts';
import type { Campaign } from './api-shapes.ts';
import type { Times } from './times.ts';

type Follow = Campaign['follow'];
type Look = ResultOf<'listCampaignLooks'>['items'][number];

/** How far its import is; empty: none is under way. */
export const importInWords = ({ progress, counts }: Pick<Campaign, 'progress' | 'counts'>): string =>
  progress === null ? '' : progressInWords({ ...progress, all: counts.rows });

/** A campaign with its funnel. */
export function campaignInWords(campaign: Campaign, times: Times): string {
  const { id, name, status, error, paused, stopped, sequence, weight, counts, follow } = campaign;
  return layout([
    `${name}  (${id})`,
    `  ${sequence}, ${status}, weight ${weight}${error === null ? '' : `: ${error}`}`,
    ...(campaign.progress === null ? [] : [`  imports its people: ${importInWords(campaign)}`]),
    ...pausedInWords(id, paused, times),
    ...stoppedInWords(stopped, counts, times),
    `  ${counts.enrolled} enrolled, ${counts.queued} queued, ${counts.finished} finished${listed(counts.actions, '; ')}`,
    ...section('outcomes', counts.outcomes, outcomeWords),
    ...section('not enrolled', counts.refused),
    ...(campaign.opt_outs === null ? [] : [`  ${optOutsInWords(campaign.opt_outs)}`]),
    ...followInWords(follow, times),
  ]);
}

/** How its source is followed, and what the last look brought. */
export function followInWords(follow: Follow, times: Times): string[] {
  if (!follow) return [];
  const { looks, credits } = follow;
  const so_far = `${looks} ${looks === 1 ? 'look' : 'looks'} so far, ${inCredits(credits)}`;
  return [layout([`  looks at its source ${stateInWords(follow, times)}; ${so_far}`])];
}

function stateInWords(follow: NonNullable<Follow>, times: Times): string {
  const { every, state, next_look_at, waiting_for, ended } = follow;
  switch (state) {
    case 'looking':
      return `${every}: now`;
    case 'waiting':
      return `${every}: it waits. ${waiting_for?.text.replace(/\.$/, '') ?? ''}`;
    case 'following':
      return `${every}, next ${next_look_at === null ? 'now' : times.at(next_look_at)}`;
    case 'ended':
      return ended === null ? 'no more' : `no more since ${times.at(ended.at)}: ${ended.because.replace(/\.$/, '')}`;
  }
}

/** `look 3, 2026-03-02 09:00: 12 people looked at, 2 of them new: 2 enrolled; 2 credits`. */
export function lookInWords(look: Look, times: Times): string {
  const { number, begun_at, ended_at, people, found, note, credits, ...became } = look;
  const { enrolled, duplicates, refused } = became;
  const parts = listed({ enrolled, duplicates, refused });
  const seen = `${people} ${people === 1 ? 'person' : 'people'} looked at, ${found} of them new${parts && `: ${parts}`}`;
  const rest = [note, ended_at === null ? 'not at its end' : null].filter((one) => one !== null);
  const sentences = [`${seen}; ${inCredits(credits)}`, ...rest].join('. ');
  return layout([`  look ${number}, ${times.at(begun_at)}: ${sentences}`]);
}

const inCredits = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

function pausedInWords(id: string, paused: Campaign['paused'], times: Times): string[] {
  if (!paused) return [];
  const by = paused.by_itself ? 'paused itself' : 'paused by a person';
  return [`  ${by} on ${times.at(paused.at)}${because(paused)}; to continue: overture resume --campaign ${id}`];
}

function stoppedInWords(stopped: Campaign['stopped'], { pending }: Campaign['counts'], times: Times): string[] {
  if (!stopped) return [];
  const coming = pending === 0 ? '' : `; ${pending} rows still come, and enroll nobody`;
  return [`  stopped for good on ${times.at(stopped.at)}${because(stopped)}${coming}`];
}

const because = ({ note }: { readonly note: string | null }): string => (note === null ? '' : `: ${note}`);

const words = (name: string): string => name.replaceAll('_', ' ');

const section = (title: string, counts: Readonly<Record<string, number>>, wordsOf = words): string[] =>
  Object.keys(counts).length === 0 ? [] : [`  ${title}: ${listed(counts, '', wordsOf)}`];

function listed(counts: Readonly<Record<string, number>>, before = '', wordsOf = words): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${wordsOf(name)}`);
  return parts.length === 0 ? '' : before + parts.join(', ');
}
