import type { MailInLedger } from '../../../runtime/store/intents/list-sent-mails.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { textOfHtml } from '../../../shared/mail/text-of-html.ts';
import type { ShownMail } from '../../api/context.ts';

/** The mail as it went out, by what was asked of the service. */
export function mailInLedger({ key, message_id, from, to, subject, at, params }: MailInLedger): ShownMail {
  const html = typeof params.html === 'string' ? params.html : null;
  const email = from.email ?? '';
  return {
    message_id: message_id ?? key,
    source: 'ledger',
    kind: 'mail',
    is_ours: true,
    from: { name: from.name || email, email },
    to: to === null ? [] : [partyOf(to)],
    cc: textsIn(params.cc).map(partyOf),
    subject: subject ?? '',
    at,
    text: typeof params.message_text === 'string' ? params.message_text : textOfHtml(html ?? '', { links: true }),
    quoted: '',
    html,
    attachments: filesIn(params.media_files),
  };
}

const partyOf = (email: string) => ({ name: email, email });

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Those that went along with the call; what it named by a link or a path, the ledger does not have. */
function filesIn(files: unknown): ShownMail['attachments'] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) => {
    if (!isRecord(file)) return [];
    const { filename, data } = file;
    if (typeof filename !== 'string' || typeof data !== 'string') return [];
    return [{ name: filename, type: 'application/octet-stream', byte_size: Buffer.byteLength(data, 'base64') }];
  });
}
