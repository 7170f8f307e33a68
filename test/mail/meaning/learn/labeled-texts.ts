import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { ownWords } from '../../../../src/shared/mail/own-words/own-words.ts';
import afterwards from '../afterwards.json' with { type: 'json' };
import { entry } from '../entry.ts';
import { readEntries } from '../measure-set.ts';
import { WRITTEN } from '../written/build-set.ts';

export const KINDS = ['wish', 'no', 'reply', 'absence', 'notice'] as const;
export type Kind = (typeof KINDS)[number];

/** `training`: texts by others that were written for this; the others are described in README.md. */
export const SOURCES = ['written', 'afterwards', 'unread', 'unread-2', 'training'] as const;

/** A mail's own words, and what they mean. */
export interface LabeledText {
  readonly source: (typeof SOURCES)[number];
  readonly language: string;
  readonly kind: Kind;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, '..');

const trained = z.object({
  language: z.string(),
  kind: z.enum(KINDS),
  text: z.string(),
  /** The day on which an absence was told; beside it the day of return or null, and other days that a fair reader could give. */
  date: z.string().optional(),
  return_day: z.string().nullish(),
  also: z.array(z.string()).optional(),
});
export type TrainingText = z.output<typeof trained>;

/** A line of JSON each, gzipped. */
function linesOf(file: string): unknown[] {
  const path = join(FOLDER, file);
  if (!existsSync(path)) return [];
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as unknown);
}

export const trainingTexts = (): TrainingText[] => linesOf('training.jsonl.gz').map((line) => trained.parse(line));

/** Everything in the repository that says what a text means: of whole mails their author's own words, bounces aside. */
export async function labeledTexts(): Promise<LabeledText[]> {
  return [
    ...writtenTexts(),
    ...afterwardsTexts(),
    ...(await textsOfSet('unread')),
    ...(await textsOfSet('unread-2')),
    ...trainingTexts().map(({ language, kind, text }) => ({ source: 'training' as const, language, kind, text })),
  ];
}

const writtenTexts = (): LabeledText[] =>
  Object.entries(WRITTEN).flatMap(([language, { seen, held_back }]) =>
    [seen, held_back].flatMap(({ replies, wishes, absences, notices }) => {
      const of = (kind: Kind) => (text: string) => ({ source: 'written' as const, language, kind, text });
      return [
        ...replies.map(of('reply')),
        ...wishes.map(of('wish')),
        ...absences.map(([, text]) => of('absence')(text)),
        ...notices.map(([, , text]) => of('notice')(text)),
      ];
    }),
  );

const afterwardsTexts = (): LabeledText[] =>
  Object.entries(afterwards).flatMap(([language, { wishes, others, days }]) => {
    const of = (kind: Kind) => (text: string) => ({ source: 'afterwards' as const, language, kind, text });
    return [...wishes.map(of('wish')), ...others.map(of('reply')), ...days.map(([text]) => of('absence')(text ?? ''))];
  });

async function textsOfSet(source: 'unread' | 'unread-2'): Promise<LabeledText[]> {
  const read = await readEntries(linesOf(`${source}.jsonl.gz`).map((line) => entry.parse(line)));
  return read.flatMap(({ entry: { language, kind, bounce }, mail, sent }) =>
    bounce === true ? [] : [{ source, language, kind, text: ownWords(mail.text, sent) }],
  );
}
