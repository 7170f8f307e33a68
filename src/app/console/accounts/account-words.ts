import type { ItemOf } from '../../api-client/asked.ts';

export type Account = ItemOf<'listAccounts'>;
type Health = NonNullable<Account['health']>;

/** `1.2 %`; of nothing there is no share. */
export const shareOf = (count: number, of: number): string => (of === 0 ? '' : `${((100 * count) / of).toFixed(1)} %`);

/** How near a mailbox is to its guardrail: at half of it somebody should look. */
export function toneOfHealth({ sends, bounces, complaints, pauses_at }: Health): 'plain' | 'warn' | 'bad' {
  if (sends === 0) return 'plain';
  const near = Math.max(bounces / sends / pauses_at.bounces, complaints / sends / pauses_at.complaints);
  if (near >= 1) return 'bad';
  return near >= 0.5 ? 'warn' : 'plain';
}

/** Says what pauses a mailbox by itself. */
export const guardrailInWords = ({ pauses_at: { days, at_least, bounces, complaints } }: Health): string =>
  `It pauses by itself when, of at least ${at_least} mails in ${days} days, ${shareOf(bounces, 1)} bounce or ${shareOf(complaints, 1)} are complained about.`;

/** Says what ends a hold for which there is no time, where its reason does not say it. */
export const endOf = ({ kind }: Account['held'][number]): string => ENDS[kind];

const ENDS: Readonly<Record<Account['held'][number]['kind'], string>> = {
  paused: 'until somebody resumes it',
  guardrail: 'until somebody resumes it',
  behind: 'until that is done, nothing is sent from it',
  not_connected: 'until its owner connects it again',
  slow_down: 'until somebody or something ends it',
  credits: 'until the balance returns',
  limit: 'until somebody or something ends it',
};

/** The word that people have for a kind of hold. */
export const reasonWord = ({ kind }: Pick<Account['held'][number], 'kind'>): string =>
  kind === 'behind' ? 'not heard' : kind === 'not_connected' ? 'signed out' : kind.replaceAll('_', ' ');

/** Somebody, or its guardrail, has paused it: it can be resumed. What is paused above it cannot be resumed here. */
export const isPaused = ({ held }: Account): boolean =>
  held.some(({ kind }) => kind === 'paused' || kind === 'guardrail');
