import { type Figures, figuresOf, SAID, type Taken, takeSet } from '../mail/meaning/measure-set.ts';
import { readSet, UNREAD_SETS } from '../mail/meaning/unread-sets.ts';
import { buildSet } from '../mail/meaning/written/build-set.ts';

/**
 * Counts how the mails of 20 languages are understood: those with which the rules were made, those that were laid aside, and
 * those that somebody else wrote. It gives figures, and measures no time.
 */
export async function benchMeaning(report: (line: string) => void): Promise<[]> {
  for (const part of ['seen', 'held_back'] as const) {
    report(part === 'seen' ? 'what the rules were made with' : 'what was laid aside');
    for (const line of linesOf(figuresOf(await takeSet(buildSet(part))))) report(line);
  }
  for (const file of UNREAD_SETS) {
    const unread = await takeSet(readSet(file));
    report(`what others wrote: ${file}`);
    for (const line of linesOf(figuresOf(unread))) report(line);
    for (const line of byLanguage(unread)) report(line);
  }
  return [];
}

const linesOf = (figures: Figures): string[] =>
  figuresIn(figures).map(
    ([name, { right, of }]) => `${((100 * right) / of).toFixed(1).padStart(7)} %  ${right} of ${of}  ${SAID[name]}`,
  );

function byLanguage(taken: readonly Taken[]): string[] {
  const languages = [...new Set(taken.map(({ entry: { language } }) => language))].toSorted();
  return languages.map((language) => {
    const figures = figuresOf(taken.filter((one) => one.entry.language === language));
    return `${language}: ${figuresIn(figures)
      .map(([name, { right, of }]) => `${name} ${right}/${of}`)
      .join(', ')}`;
  });
}

const figuresIn = (figures: Figures) =>
  (Object.entries(figures) as [keyof Figures, Figures[keyof Figures]][]).filter(([, { of }]) => of > 0);
