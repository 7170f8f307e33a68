import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ItemOf } from '../../../api-client/asked.ts';
import { useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { nameOfLead } from '../../parts/lead-name.ts';
import { tellDone } from '../../parts/tell.tsx';
import { Time } from '../../parts/time.tsx';
import { ChoosePerson } from './choose-person.tsx';
import classes from './unmatched.module.css';

interface UnmatchedMessageProps {
  readonly message: ItemOf<'listUnmatched'>;
}

/** Shows who writes, by the names that the message gives, and what they write; whose it is, if anybody's. */
export function UnmatchedMessage({ message }: UnmatchedMessageProps) {
  const { id, from, display_name, account_id, subject, text, automatic, occurred_at, holds } = message;
  const may = useMay();
  const [isChoosing, setChoosing] = useState(false);
  const match = useChange('matchUnmatched');
  const makePerson = useChange('makePersonOfUnmatched');
  const leave = useChange('leaveUnmatched');
  const name = display_name ?? from[0]?.value ?? 'Somebody without a name';
  const asked = { params: { id } };
  return (
    <li className={classes.message} aria-label={name}>
      <span>
        <strong className={classes.text}>{name}</strong>{' '}
        <span className={classes.quiet}>
          {from.map(({ value }) => value).join(', ')} to {account_id} · <Time at={occurred_at} />
          {automatic && ' (automatic)'}
        </span>
      </span>
      {subject !== null && <strong className={classes.text}>{subject}</strong>}
      <span className={classes.text}>{text}</span>
      {holds !== null && (
        <span className={classes.quiet}>
          {holds.enrollments === 1 ? 'One enrollment waits' : `${holds.enrollments} enrollments wait`} until it is known
          whose this is: {holds.asks === 'service' ? 'the V2 service is asked.' : 'the V2 service cannot say it.'}
        </span>
      )}
      {may('matchUnmatched') && (
        <span className={classes.acts}>
          {from.length > 0 && (
            <>
              <Button size="compact-sm" onClick={() => setChoosing(true)}>
                Whose is it …
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                loading={makePerson.isPending}
                onClick={() =>
                  makePerson.mutate({ ...asked, body: {} }, { onSuccess: () => tellDone(`${name} is a person now.`) })
                }
              >
                Make a person
              </Button>
            </>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            loading={leave.isPending}
            onClick={() => leave.mutate({ ...asked, body: {} }, { onSuccess: () => tellDone(`${name} is left.`) })}
          >
            Leave it
          </Button>
        </span>
      )}
      {isChoosing && (
        <ChoosePerson
          title={`Who is ${name}?`}
          onClose={() => setChoosing(false)}
          onChosen={(person) => {
            setChoosing(false);
            const said = `It is a message of ${nameOfLead(person)}.`;
            match.mutate({ ...asked, body: { lead_id: person.id } }, { onSuccess: () => tellDone(said) });
          }}
        />
      )}
    </li>
  );
}
