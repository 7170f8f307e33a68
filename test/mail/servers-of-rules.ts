import { readReport } from '../../src/shared/mail/bounces/report.ts';
import { splitReturned } from '../../src/shared/mail/bounces/returned-mail.ts';
import { wordsOf } from '../../src/shared/mail/bounces/rules/words-of.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import type { RealMessage } from './real-bounces.ts';

/** How many servers a rule names. */
const MOST = 4;

/** Looks up in whose mails words are seen: in what servers answered, or in what a notice says around it. */
export async function serversIn(messages: readonly RealMessage[]): Promise<(says: Pick<RegExp, 'test'>) => string[]> {
  const texts = await Promise.all(
    messages.map(async ({ server, source }) => {
      const mail = await readMail(source);
      const { notice } = splitReturned(mail);
      const said = [...readReport(mail).map(({ diagnostic }) => diagnostic), notice];
      return { server, said: said.flatMap((text) => [wordsOf(text), spaced(text)]) };
    }),
  );
  return (says) => {
    const seen = texts.filter(({ said }) => said.some((text) => says.test(text))).map(({ server }) => server);
    return [...new Set(seen)].toSorted().slice(0, MOST);
  };
}

/** As the rules of stages see it. */
const spaced = (text: string): string => text.slice(0, 6_000).toLowerCase().replace(/\s+/g, ' ');
