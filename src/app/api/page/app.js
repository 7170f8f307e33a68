import { detailOf } from './detail.js';
import { accountLine, campaignCard, element, feedLine, formatTime, totals } from './view.js';

const LINES = 60;
const REFRESH = 2000;
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

async function refresh() {
  const paths = ['/api/stats', '/api/campaigns', '/api/clock', '/api/accounts'];
  const [stats, campaigns, now, accounts] = await Promise.all(paths.map(get));
  clock = { now: Date.parse(now.now), speed: now.speed, read: Date.now() };
  at('totals').replaceChildren(...totals(stats));
  const cards = campaigns.items.map(campaignCard);
  at('accounts').replaceChildren(...accounts.items.map(accountLine));
  at('campaigns').replaceChildren(...(cards.length > 0 ? cards : [element('p', 'card empty', 'No campaign yet.')]));
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

function showLine(event) {
  const feed = at('feed');
  if (feed.firstElementChild?.className === 'empty') feed.replaceChildren();
  feed.prepend(feedLine(JSON.parse(event.data)));
  while (feed.childElementCount > LINES) feed.lastElementChild.remove();
}

let live = false;
function showConnection(text) {
  at('connection').textContent = text;
  at('connection').className = live ? 'connection live' : 'connection';
}

function listen() {
  const stream = new EventSource('/api/events');
  const told = ['started', 'step', 'waiting', 'finished'].map((type) => `enrollment.${type}`);
  for (const event of [...told, 'campaign.paused', 'account.paused']) stream.addEventListener(event, showLine);
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
  try {
    await Promise.all([refresh(), refreshFeed()]);
  } catch (error) {
    if (error instanceof SignedOut) {
      show(false);
      return at('key').focus();
    }
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
}

at('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  at('sign-in-error').textContent = '';
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: at('key').value }),
  }).catch(() => null);
  if (answer?.ok) return location.reload();
  at('sign-in-error').textContent =
    answer?.status === 401 ? 'This key is unknown or was revoked.' : 'Signing in did not work.';
});

at('sign-out').addEventListener('click', async () => {
  await fetch('/session', { method: 'DELETE' });
  location.reload();
});

void start();
