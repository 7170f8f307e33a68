import { figuresOf, SAID, takeSet } from '../mail/meaning/measure-set.ts';
import { buildSet } from '../mail/meaning/written/build-set.ts';

/** What mails of 20 languages are taken for: of those that the rules were made with, and of those that were laid aside. Figures, and no measure of time. */
export async function benchMeaning(report: (line: string) => void): Promise<[]> {
  for (const part of ['seen', 'held_back'] as const) {
    report(part === 'seen' ? 'what the rules were made with' : 'what was laid aside');
    for (const [name, { right, of }] of Object.entries(figuresOf(await takeSet(buildSet(part))))) {
      if (of === 0) continue;
      report(`${((100 * right) / of).toFixed(1).padStart(7)} %  ${right} of ${of}  ${SAID[name as keyof typeof SAID]}`);
    }
  }
  return [];
}
