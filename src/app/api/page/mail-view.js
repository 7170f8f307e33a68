// Mails as a mail program shows them. What they say goes into the page as text; their HTML only into a frame that may do nothing.
import { element, formatTime } from './view.js';

const KINDS = { bounce: 'Not delivered', automatic: 'Automatic reply' };

const party = ({ name, email }) => (name && name !== email ? `${name} <${email}>` : email);

export function threadView(enrollmentId, thread) {
  const [first] = thread.mails;
  return element(
    'section',
    'thread card',
    element('h3', '', first?.subject || '(no subject)'),
    thread.error ? element('p', 'error', `The mailbox cannot be read at the moment: ${thread.error}`) : null,
    ...thread.mails.map((mail) => mailView(enrollmentId, mail)),
  );
}

function mailView(enrollmentId, mail) {
  const time = element('time', '', `${formatTime(mail.at)} UTC`);
  time.dateTime = mail.at;
  const kind = mail.is_ours ? 'ours' : mail.kind === 'mail' ? 'reply' : mail.kind;
  const badge = KINDS[mail.is_ours ? 'mail' : mail.kind];
  return element(
    'article',
    `mail ${kind}`,
    element('p', 'mail-head', element('b', '', party(mail.from)), badge ? element('span', 'chip', badge) : null, time),
    mail.source === 'ledger'
      ? element('p', 'about', 'The mailbox no longer has this email; this is what was sent.')
      : null,
    fields(mail),
    ...body(enrollmentId, mail),
    attachments(mail.attachments),
  );
}

function fields({ to, cc, subject }) {
  const rows = [
    ['To', to.map(party).join(', ')],
    ['Cc', cc.map(party).join(', ')],
    ['Subject', subject],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  return element(
    'dl',
    'mail-fields',
    ...shown.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]),
  );
}

function body(enrollmentId, mail) {
  const plain = element(
    'div',
    'mail-text',
    element('pre', '', mail.text),
    mail.quoted
      ? element('details', '', element('summary', '', 'With what it quotes'), element('pre', '', mail.quoted))
      : null,
  );
  if (!mail.has_html) return [plain];
  const frame = htmlFrame(enrollmentId, mail);
  const toggle = element('button', 'mail-form', '');
  toggle.type = 'button';
  const show = (asHtml) => {
    frame.hidden = !asHtml;
    plain.hidden = asHtml;
    if (asHtml && !frame.src) frame.src = frame.dataset.src;
    toggle.textContent = asHtml ? 'Show as text' : 'Show as HTML';
  };
  toggle.addEventListener('click', () => show(frame.hidden));
  // As it was written; an answer is easier to read with its quotes folded.
  show(mail.quoted === '');
  return [frame, plain, toggle];
}

/** No scripts, no forms, no windows, no origin: `sandbox` without a word. Its document forbids itself to load anything. */
function htmlFrame(enrollmentId, { message_id, subject }) {
  const frame = element('iframe', 'mail-html');
  frame.setAttribute('sandbox', '');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.title = `HTML of the mail "${subject}"`;
  const query = new URLSearchParams({ message_id });
  frame.dataset.src = `/api/enrollments/${encodeURIComponent(enrollmentId)}/mails/html?${query}`;
  return frame;
}

function attachments(files) {
  if (files.length === 0) return null;
  const shown = files.map(({ name, byte_size }) =>
    element('span', 'chip', name, ' ', element('b', '', size(byte_size))),
  );
  return element('p', 'chips', element('span', 'label', 'Attachments'), ...shown);
}

const size = (bytes) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
