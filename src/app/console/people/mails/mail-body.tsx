import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Mail } from './mail-words.ts';
import classes from './mails.module.css';

interface MailBodyProps {
  readonly enrollment_id: string;
  readonly mail: Mail;
}

/** Shows what a mail says: as text, with what it quotes folded, or as the HTML that it was written in. */
export function MailBody({ enrollment_id, mail }: MailBodyProps) {
  // As it was written; an answer is easier to read with its quotes folded.
  const [isHtml, showHtml] = useState(mail.has_html && mail.quoted === '');
  // It stays when the text is looked at: asking again may read the mailbox again.
  const [isFramed, frame] = useState(isHtml);
  const toggle = () => {
    showHtml(!isHtml);
    frame(true);
  };
  return (
    <>
      {isFramed && <HtmlFrame enrollment_id={enrollment_id} mail={mail} isHidden={!isHtml} />}
      <div hidden={isHtml}>
        <div className={classes.text}>{mail.text}</div>
        {mail.quoted !== '' && (
          <details className={classes.quoted}>
            <summary>With what it quotes</summary>
            <div className={classes.text}>{mail.quoted}</div>
          </details>
        )}
      </div>
      {mail.has_html && (
        <Button className={classes.toggle} size="compact-xs" variant="default" onClick={toggle}>
          {isHtml ? 'Show as text' : 'Show as HTML'}
        </Button>
      )}
    </>
  );
}

/**
 * No scripts, no forms, no windows, no origin: `sandbox` without a word. The document in it forbids itself to load anything, and the server
 * has taken out what would speak to others before it is asked.
 */
function HtmlFrame({ enrollment_id, mail, isHidden }: MailBodyProps & { readonly isHidden: boolean }) {
  const query = new URLSearchParams({ message_id: mail.message_id });
  return (
    <iframe
      className={classes.html}
      sandbox=""
      referrerPolicy="no-referrer"
      title={`HTML of the mail "${mail.subject}"`}
      src={`/api/enrollments/${encodeURIComponent(enrollment_id)}/mails/html?${query}`}
      hidden={isHidden}
    />
  );
}
