// One person, or one mailbox: what the address after the # names.
import { threadView } from './mail-view.js';
import { element, formatTime, label, outcomeLabel, whatHappened } from './view.js';

const ROUTES = [
  { form: /^#\/enrollments\/([^/]+)$/, show: showPerson },
  { form: /^#\/accounts\/([^/]+)$/, show: showMailbox },
];

/** What to show for an address, given how to `get` from the API; null: the overview. */
export function detailOf(hash, get) {
  for (const { form, show } of ROUTES) {
    const id = form.exec(hash)?.[1];
    if (id !== undefined) return () => show(decodeURIComponent(id), get);
  }
  return null;
}

async function showPerson(id, get) {
  const path = `/api/enrollments/${encodeURIComponent(id)}`;
  const [enrollment, lines] = await Promise.all([get(path), get(`${path}/timeline?limit=200`)]);
  const { lead } = enrollment;
  const name = lead ? [lead.first_name, lead.last_name].filter(Boolean).join(' ') : 'Erased';
  const ended = enrollment.outcome === null ? null : outcomeLabel(enrollment.outcome);
  const standing = ended ?? enrollment.waiting_for?.text ?? label(enrollment.status);
  const mails = element('div', 'threads');
  // Reading the mailbox costs credits and time, so it is asked for.
  const open = button('Open the mails', async () => {
    const { items } = await get(`${path}/mails`);
    const threads = items.map((thread) => threadView(id, thread));
    mails.replaceChildren(
      ...(threads.length > 0 ? threads : [element('p', 'card empty', 'No email has been sent to this person.')]),
    );
  });
  mails.append(open);
  return [
    heading(name, [lead?.job_title, lead?.company, lead?.email].filter(Boolean).join(' · ')),
    element('p', 'about', `${enrollment.sequence}, version ${enrollment.version} · ${standing}`),
    element('h2', '', 'Mails'),
    mails,
    element('h2', '', 'What happened'),
    element('ol', 'feed story', ...lines.items.map(storyLine)),
  ];
}

async function showMailbox(id, get) {
  const path = `/api/accounts/${encodeURIComponent(id)}`;
  const [account, sent] = await Promise.all([get(path), get(`${path}/mails?limit=100`)]);
  const rows = sent.items.map(sentLine);
  return [
    heading(account.name, [account.email, account.platform].filter(Boolean).join(' · ')),
    element('p', 'about', label(account.status)),
    element('h2', '', 'Sent emails'),
    element('ol', 'feed', ...(rows.length > 0 ? rows : [element('li', 'empty', 'None yet.')])),
  ];
}

function heading(name, about) {
  const back = element('a', 'back', '← Overview');
  back.href = '#';
  return element('header', 'detail-head', back, element('h2', 'name', name), element('p', 'about', about));
}

function storyLine({ at, ...line }) {
  return element('li', '', timeOf(at), whatHappened(line));
}

function sentLine({ at, enrollment_id, name, to, subject, outcome }) {
  const who = element('a', 'who', name ?? to ?? 'somebody');
  who.href = `#/enrollments/${encodeURIComponent(enrollment_id)}`;
  const what = element(
    'span',
    'what',
    subject ?? '(in the same thread)',
    ' ',
    element('span', 'node', outcome ? label(outcome) : ''),
  );
  return element('li', '', timeOf(at), who, what);
}

function timeOf(at) {
  const time = element('time', '', formatTime(at));
  time.dateTime = at;
  return time;
}

function button(text, act) {
  const made = element('button', '', text);
  made.type = 'button';
  made.addEventListener('click', async () => {
    made.disabled = true;
    made.textContent = 'Reading the mailbox …';
    await act().catch((error) =>
      made.replaceWith(element('p', 'error', `The mailbox cannot be read: ${error.message}`)),
    );
  });
  return made;
}
