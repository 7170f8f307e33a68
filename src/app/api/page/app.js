import { detailOf } from './detail.js';
import { accountLine, campaignCard, element, feedLine, formatTime, totals, webhookNotice } from './view.js';

const LINES = 60;
const REFRESH = 2000;
const NOTICES = 20_000;
// The events whose cause is a line of the feed.
const LINES_COME_WITH = [
  ...['enrollment.started', 'enrollment.step', 'enrollment.waiting', 'enrollment.finished', 'reply.received'],
  ...['task.created', 'task.decided', 'message.in_doubt', 'campaign.paused', 'account.paused'],
];
const at = (id) => document.getElementById(id);

class SignedOut extends Error {}

async function get(path) {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (answer.status === 401) throw new SignedOut();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

// The world's clock runs on between two looks, at its own speed.
let clock = null;
function showClock() {
  if (clock === null) return;
  const world = clock.now + (Date.now() - clock.read) * clock.speed;
  at('clock').textContent = `${formatTime(world)} UTC`;
  at('speed').textContent = clock.speed === 1 ? '' : `a day in ${Math.round(86400 / clock.speed)} s`;
}

// What the steps of a version are called never changes.
const known = new Map();
function stepTitles({ sequence, version }) {
  const path = `/api/sequences/${encodeURIComponent(sequence)}/graph?version=${version}&counts=false`;
  if (!known.has(path)) {
    const read = get(path).then(({ boxes }) => new Map(boxes.map(({ id, step }) => [id, step])));
    known.set(path, read);
    read.catch(() => known.delete(path));
  }
  return known.get(path).catch(() => new Map());
}

async function refresh() {
  const paths = ['/api/stats', '/api/campaigns', '/api/clock', '/api/accounts'];
  const [stats, campaigns, now, accounts] = await Promise.all(paths.map(get));
  clock = { now: Date.parse(now.now), speed: now.speed, read: Date.now() };
  at('totals').replaceChildren(...totals(stats));
  const cards = await Promise.all(campaigns.items.map(async (one) => campaignCard(one, await stepTitles(one))));
  at('accounts').replaceChildren(...accounts.items.map(accountLine));
  at('campaigns').replaceChildren(...(cards.length > 0 ? cards : [element('p', 'card empty', 'No campaign yet.')]));
}

// Who may see webhooks is told of those that are in trouble.
async function refreshNotices() {
  const answer = await fetch('/api/webhooks', { headers: { accept: 'application/json' } });
  if (answer.status === 403) return false;
  if (!answer.ok) return true;
  const { items } = await answer.json();
  const world = clock === null ? Date.now() : clock.now + (Date.now() - clock.read) * clock.speed;
  at('notices').replaceChildren(...items.map((webhook) => webhookNotice(webhook, world)).filter((one) => one !== null));
  return true;
}

async function keepNotices() {
  const maySee = await refreshNotices().catch(() => true);
  if (maySee) setTimeout(keepNotices, NOTICES);
}

// What the address names is shown in place of the overview.
async function showAddress() {
  const detail = detailOf(location.hash, get);
  at('detail').hidden = detail === null;
  at('overview').hidden = detail !== null;
  if (detail === null) return;
  const hash = location.hash;
  at('detail').replaceChildren(element('p', 'about', 'Reading …'));
  const shown = await detail().catch((error) => [element('p', 'error', `This cannot be shown: ${error.message}`)]);
  if (location.hash !== hash) return;
  at('detail').replaceChildren(...shown);
  scrollTo(0, 0);
}

async function refreshFeed() {
  const { items } = await get(`/api/timeline?limit=${LINES}`);
  const lines = items.map(feedLine);
  at('feed').replaceChildren(...(lines.length > 0 ? lines : [element('li', 'empty', 'Nothing has happened yet.')]));
}

// Many events in a moment are one look.
let isLooking = false;
function lookSoon() {
  if (isLooking) return;
  isLooking = true;
  setTimeout(() => {
    isLooking = false;
    refreshFeed().catch(() => undefined);
  }, 250);
}

let live = false;
function showConnection(text) {
  at('connection').textContent = text;
  at('connection').className = live ? 'connection live' : 'connection';
}

function listen() {
  const stream = new EventSource('/api/events');
  for (const type of LINES_COME_WITH) stream.addEventListener(type, lookSoon);
  stream.onopen = () => {
    live = true;
    showConnection('live');
    // What happened while nobody listened.
    refreshFeed().catch(() => undefined);
  };
  stream.onerror = () => {
    live = false;
    showConnection('reconnecting');
  };
}

/** No event tells of what cannot be written, so it is asked for. */
async function lookAtDatabase() {
  const answer = await fetch('/readyz')
    .then((ready) => ready.json())
    .catch(() => ({}));
  if (answer.unavailable === undefined) return;
  at('unavailable').textContent = answer.unavailable?.text ?? '';
  at('unavailable').hidden = answer.unavailable === null;
}
void lookAtDatabase();
setInterval(lookAtDatabase, 20_000);

function show(signedIn) {
  at('signed-in').hidden = !signedIn;
  at('signed-out').hidden = signedIn;
  at('sign-out').hidden = !signedIn;
  if (!signedIn) showConnection('');
}

async function keepFresh() {
  try {
    if (!document.hidden) {
      await refresh();
      if (!live) await refreshFeed();
    }
  } catch (error) {
    if (error instanceof SignedOut) return location.reload();
    if (!live) showConnection('not reachable');
  }
  setTimeout(keepFresh, REFRESH);
}

async function start() {
  if (invitation() !== undefined) return accept();
  try {
    await Promise.all([refresh(), refreshFeed()]);
  } catch (error) {
    if (error instanceof SignedOut) return askWho();
    showConnection('not reachable');
    setTimeout(start, REFRESH);
    return;
  }
  show(true);
  await showAddress();
  addEventListener('hashchange', showAddress);
  setInterval(showClock, 250);
  listen();
  setTimeout(keepFresh, REFRESH);
  void keepNotices();
}

/** Posts a sign-in; null when it worked, else what to say. */
async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer?.ok) return null;
  const problem = await answer?.json().catch(() => null);
  return problem?.detail ?? 'Signing in did not work.';
}

function onSubmit(form, send) {
  at(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    at(`${form}-error`).textContent = '';
    const wrong = await send();
    if (wrong !== null) {
      at(`${form}-error`).textContent = wrong;
      return;
    }
    // The link of an invitation is used up, and stays in no history.
    history.replaceState(null, '', '/');
    location.reload();
  });
}

onSubmit('sign-in', () => post('/session', { key: at('key').value }));
onSubmit('sign-in-user', () => post('/session', { email: at('email').value, password: at('password').value }));
onSubmit('accept', () => {
  const name = at('own-name').value.trim();
  return post('/session/invitation', {
    token: invitation(),
    password: at('new-password').value,
    ...(name === '' ? {} : { name }),
  });
});

const invitation = () => /^#invitation=([\w-]+)$/.exec(location.hash)?.[1];

/** By the word that the server sends back. */
const FAILED = {
  link_used: 'This link has been used; it signs in once. Open a new one (overture dev prints one), or sign in below.',
  link_too_old:
    'This link is older than a quarter of an hour. Open a new one (overture dev prints one), or sign in below.',
  link_unknown:
    'This link is not of this installation, or a part of it is missing. Copy the whole address, or sign in below.',
  unknown_user: 'Nobody of this team has your address. Ask an owner for an invitation.',
  too_late: 'That took too long. Try again.',
  provider: 'The provider could not sign you in. Try again, or sign in another way.',
};

/** The form for a name and a password is there as soon as there are users. */
async function askWho() {
  show(false);
  const ways = await fetch('/session')
    .then((answer) => answer.json())
    .catch(() => ({}));
  at('sign-in-user').hidden = !ways.has_users;
  at('sign-in-oidc').hidden = !ways.oidc;
  at('oidc-name').textContent = ways.oidc ?? '';
  const [, why] = /^#sign-in-failed=(\w+)$/.exec(location.hash) ?? [];
  at('sign-in-failed').textContent = why === undefined ? '' : (FAILED[why] ?? FAILED.provider);
  at(ways.has_users ? 'email' : 'key').focus();
}

function accept() {
  at('signed-out').hidden = true;
  at('invited').hidden = false;
  at('own-name').focus();
}

at('sign-out').addEventListener('click', async () => {
  await fetch('/session', { method: 'DELETE' });
  location.reload();
});

// Where a page of ours is open, the link of an invitation changes no more than what is behind the #.
addEventListener('hashchange', () => {
  if (invitation() !== undefined) location.reload();
});

void start();
