import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Answered } from '../../parts/answered.tsx';
import type { EnrollmentOfPerson } from '../enrollment-of-person.ts';
import shared from '../person.module.css';
import classes from './mails.module.css';
import { Thread } from './thread.tsx';

/** Shows their mails as the mailbox has them. Reading it costs credits and time, so it is asked for. */
export function Mails({ enrollments }: { readonly enrollments: readonly EnrollmentOfPerson[] }) {
  const may = useMay();
  const [isOpen, open] = useState(false);
  if (enrollments.length === 0 || !may('listEnrollmentMails')) return null;
  return (
    <section className={shared.card} aria-label="Mails">
      <header className={shared.cardHead}>
        <h2>Mails</h2>
        <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? 'Close the mails' : 'Open the mails'}
        </Button>
      </header>
      {!isOpen && <p className={shared.quiet}>They are read from the mailbox, which takes a moment and credits.</p>}
      {isOpen && enrollments.map((enrollment) => <MailsOfEnrollment key={enrollment.id} enrollment={enrollment} />)}
    </section>
  );
}

function MailsOfEnrollment({ enrollment: { id, sequence, version } }: { readonly enrollment: EnrollmentOfPerson }) {
  // Whatever happens elsewhere, the mailbox is read again only when they are opened again.
  const read = useQuery({ ...ask('listEnrollmentMails', { params: { id } }), staleTime: 'static', gcTime: 0 });
  return (
    <Answered query={read} rows={4}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={shared.quiet}>
            {sequence} v{version} has sent them no email.
          </p>
        ) : (
          <div className={classes.threads}>
            {items.map((thread) => (
              <Thread key={thread.mails[0]?.message_id ?? thread.account_id} enrollment_id={id} thread={thread} />
            ))}
          </div>
        )
      }
    </Answered>
  );
}
