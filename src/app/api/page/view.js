// What is shown. Everything from outside goes into the page as text, never as HTML.

/** An element with a class, and texts or elements inside. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(
    ...children.filter((child) => child !== null).map((child) => (child instanceof Node ? child : String(child))),
  );
  return made;
}

const LABELS = { inmailed: 'InMailed' };
// Who replied is counted by itself, and not all of them end by it: docs/counts.md.
const OUTCOMES = { replied: 'Ended by a reply' };

const words = (name) => name.replaceAll('_', ' ');
export const label = (name) => LABELS[name] ?? name.charAt(0).toUpperCase() + words(name).slice(1);
export const outcomeLabel = (name) => OUTCOMES[name] ?? label(name);
const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

export function formatTime(moment) {
  const date = new Date(moment);
  const day = date.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day} ${date.toISOString().slice(11, 16)}`;
}

export function totals(stats) {
  const { queued = 0, active = 0, paused = 0, needs_person = 0, finished = 0 } = stats.by_status;
  const shown = [
    ['enrolled', sum(stats.by_status)],
    ['under way', queued + active],
    ['finished', finished],
    ...Object.entries({ paused, needs_person, replied: stats.replied }).filter(([, count]) => count > 0),
  ];
  return shown.map(([name, count]) =>
    element('div', '', element('span', 'name', label(name)), element('span', 'count', count)),
  );
}

/** `titles` of the steps of its version, by their ids: people of it may have moved to another one, or gone on in another sequence. */
export function campaignCard({ name, sequence, version, status, error, paused, counts }, titles) {
  return element(
    'article',
    'card',
    element('h3', '', name),
    element('p', 'about', `${sequence}, version ${version} · ${status}`),
    error ? element('p', 'error', error) : null,
    paused?.note ? element('p', paused.by_itself ? 'error' : 'about', whyPaused(paused)) : null,
    funnel(counts),
    chips('Outcomes', counts.outcomes, outcomeLabel),
    chips('At step', counts.steps, (step) => titles.get(step) ?? 'elsewhere'),
    chips('Not enrolled', counts.refused, label),
  );
}

const whyPaused = ({ note, by_itself }) => `${by_itself ? 'Paused itself' : 'Paused by a person'}: ${note}`;

/** A webhook that a person should look at; null: it is well. What waits shorter is on its way. */
export function webhookNotice({ id, url, status, status_reason, failing_since, behind }, now) {
  const about = (text) =>
    element(
      'p',
      'error notice',
      `Events for ${new URL(url).host} ${text} `,
      element('code', '', `overture webhooks deliveries ${id}`),
    );
  if (status === 'switched_off') return about(`are not sent any more: ${status_reason}.`);
  if (status !== 'active') return null;
  if (failing_since !== null) return about(`do not arrive since ${formatTime(failing_since)} UTC; ${waiting(behind)}.`);
  const isLate = behind !== null && now - Date.parse(behind.since) > BEHIND_AFTER;
  return isLate ? about(`are late: ${waiting(behind)}, the oldest since ${formatTime(behind.since)} UTC.`) : null;
}

/** Milliseconds of the world. */
const BEHIND_AFTER = 10 * 60_000;
const waiting = (behind) => `${behind === null ? 'none' : behind.count} ${behind?.count === 1 ? 'is' : 'are'} waiting`;

export function accountLine({ id, name, email, platform, status, held }) {
  const who = element('a', 'who', name);
  who.href = `#/accounts/${encodeURIComponent(id)}`;
  const waits = held?.[0]?.reason ?? '';
  return element(
    'li',
    '',
    who,
    element('span', 'what', email ?? platform, ' ', element('span', 'node', label(status), waits && ` · ${waits}`)),
  );
}

function funnel(counts) {
  const rows = [['enrolled', counts.enrolled], ...Object.entries(counts.actions)].map(([name, count]) => {
    const bar = element('progress', '');
    bar.max = Math.max(1, counts.enrolled);
    bar.value = count;
    bar.setAttribute('aria-label', label(name));
    const head = element('th', '', label(name));
    head.scope = 'row';
    return element('tr', '', head, element('td', 'count', count), element('td', '', bar));
  });
  return element('table', 'funnel', element('tbody', '', ...rows));
}

function chips(title, counts, nameOf) {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (entries.length === 0) return null;
  const shown = entries.map(([name, count]) => element('span', 'chip', nameOf(name), ' ', element('b', '', count)));
  return element('p', 'chips', element('span', 'label', title), ...shown);
}

export function feedLine({ at, enrollment_id, name, lead_id, ...line }) {
  const time = element('time', '', formatTime(at));
  time.dateTime = at;
  const who = element('a', 'who', name ?? lead_id ?? 'erased');
  who.href = `#/enrollments/${encodeURIComponent(enrollment_id)}`;
  return element('li', '', time, who, whatHappened(line));
}

/** A line of a timeline: its title, the words that it quotes, until when it lasts, and the step that it is about. */
export function whatHappened({ title, detail, step }) {
  const said = typeof detail.text === 'string' && detail.text !== '' ? `: “${detail.text}”` : '';
  const until = typeof detail.until === 'string' ? `, until ${formatTime(detail.until)}` : '';
  return element('span', 'what', `${title}${said}${until} `, element('span', 'node', step ?? ''));
}
