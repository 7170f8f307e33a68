import type { ItemOf } from '../../../api-client/asked.ts';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import shared from '../person.module.css';
import { MailBody } from './mail-body.tsx';
import { type Mail, partyInWords, sizeInWords } from './mail-words.ts';
import classes from './mails.module.css';

interface ThreadProps {
  readonly enrollment_id: string;
  readonly thread: ItemOf<'listEnrollmentMails'>;
}

/** One thread, oldest mail first, as a mail program shows it. */
export function Thread({ enrollment_id, thread: { mails, error } }: ThreadProps) {
  return (
    <section className={classes.thread}>
      <h3>{mails[0]?.subject || '(no subject)'}</h3>
      {error !== null && <p className={classes.error}>The mailbox cannot be read at the moment: {error}</p>}
      {mails.map((mail) => (
        <MailView key={mail.message_id} enrollment_id={enrollment_id} mail={mail} />
      ))}
    </section>
  );
}

const KINDS = {
  bounce: { says: 'Not delivered', tone: 'bad' },
  automatic: { says: 'Automatic reply', tone: 'plain' },
} as const;

function MailView({ enrollment_id, mail }: { readonly enrollment_id: string; readonly mail: Mail }) {
  const { kind, is_ours, from, at, source, attachments } = mail;
  const badge = is_ours || kind === 'mail' ? null : KINDS[kind];
  return (
    <article className={classes.mail} data-from={is_ours ? 'us' : kind === 'mail' ? 'them' : kind}>
      <p className={classes.head}>
        <strong>{partyInWords(from)}</strong>
        {badge !== null && <Tag tone={badge.tone}>{badge.says}</Tag>}
        <span className={shared.when}>
          <Time at={at} />
        </span>
      </p>
      {source === 'ledger' && (
        <p className={shared.quiet}>The mailbox no longer has this email; this is what was sent.</p>
      )}
      <Fields mail={mail} />
      <MailBody enrollment_id={enrollment_id} mail={mail} />
      {attachments.length > 0 && (
        <ul className={classes.attachments} aria-label="Attachments">
          {attachments.map(({ name, byte_size }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of one mail may have one name.
            <li key={`${name}${place}`}>
              {name} <small>{sizeInWords(byte_size)}</small>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Fields({ mail: { to, cc, subject } }: { readonly mail: Mail }) {
  const fields = [
    ['To', to.map(partyInWords).join(', ')],
    ['Cc', cc.map(partyInWords).join(', ')],
    ['Subject', subject],
  ] as const;
  return (
    <dl className={classes.fields}>
      {fields
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
