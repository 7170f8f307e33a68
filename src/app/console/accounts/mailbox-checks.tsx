import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { Tag } from '../parts/tag.tsx';
import type { Account } from './account-words.ts';
import classes from './accounts.module.css';
import { Section } from './section.tsx';

const NAMES = {
  ...{ mx: 'MX', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  ...{ reverse_name: 'Reverse name', limit: 'Daily limit', health: 'Health' },
} as const;
const TONES = { good: 'good', improve: 'warn', broken: 'bad', unknown: 'plain' } as const;

/**
 * Shows what decides whether the mail of a mailbox arrives, each with what to do about it. Name servers are asked when it is
 * opened.
 */
export function MailboxChecks({ account: { id } }: { readonly account: Account }) {
  const checked = useQuery({ ...ask('checkDeliverability', { params: { id } }), staleTime: 600_000 });
  return (
    <Section title="Mailbox">
      <Answered query={checked} rows={4}>
        {({ findings }) => (
          <ul className={classes.lines}>
            {findings.map(({ check, state, says, found, fix }) => (
              <li key={check} className={classes.finding}>
                <span>{NAMES[check]}</span>
                <span>
                  <Tag tone={TONES[state]}>{state}</Tag>
                </span>
                <span>
                  {says}
                  {fix !== null && <small>To do: {fix}</small>}
                  {found !== null && <small>Found: {found}</small>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Section>
  );
}
