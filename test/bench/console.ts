import { createDevClient } from '../../src/app/demo/dev/dev-client.ts';
import { startDemo } from '../../src/app/demo/start-demo.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { type SeenAccount, saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { fillConsole, LARGE } from '../support/fill-console.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { measureInbox } from './console-inbox.ts';
import { measureShown, type Opened, openSignedIn } from './console-shown.ts';
import { inBrowser } from './in-browser.ts';
import { post } from './post.ts';
import type { Bound } from './ratio.ts';
import { type BenchSystem, untilCount, withSystem } from './with-system.ts';

/** Seconds: on the demo, and with what a large team has. */
const AIM = { demo: 1, large: 1.5 } as const;
/** Counts the people who have answered: once some have, the demo has something to show on each page. */
const BEGUN = 'select count(*)::int as n from enrollments where replied_at is not null';
const ENOUGH = 3;

const DEMO: Readonly<Record<string, Opened>> = {
  home: { path: '/', shows: 'main section ul > li' },
  campaigns: { path: '/campaigns', shows: 'main [role=cell] a' },
  people: { path: '/people', shows: 'main [role=cell] a' },
};
const CAMPAIGN = `/campaigns/${PLAYED.campaign_id}`;
const LARGE_PAGES: Readonly<Record<string, Opened>> = {
  home: { path: '/', shows: 'main section ul > li' },
  inbox: { path: '/inbox', shows: 'main [data-row]' },
  tasks: { path: '/tasks', shows: 'main ul > li' },
  campaigns: { path: '/campaigns', shows: 'main [role=cell] a' },
  'a campaign': { path: CAMPAIGN, shows: 'main dl dd' },
  'its people': { path: `${CAMPAIGN}?view=people`, shows: 'main [role=cell] a' },
  people: { path: '/people', shows: 'main [role=cell] a' },
  'a search for somebody': { path: '/people?q=%2BAda123', shows: 'main [role=cell] a' },
  'a filter of people': {
    path: `/people?campaign_id=${PLAYED.campaign_id}&replied=true`,
    shows: 'main [role=cell] a',
  },
  'a person': { path: '/people/lead_00000004', shows: 'main ol > li' },
  accounts: { path: '/accounts', shows: 'main [role=cell] a' },
};

/** The sender of the campaign. */
const ANNA: SeenAccount = {
  ...{ id: 'acc_anna', platform: 'professional' as const, name: 'Anna', email: null, country: 'FR' },
  ...{ products: [], daily_limit: null, status: 'connected' as const },
};

/**
 * How long the console takes until something can be read, on the demo, and how fluid its inbox is while answers arrive.
 */
export async function benchConsole(report: (line: string) => void): Promise<Bound[]> {
  return await withSystem(report, { OVERTURE_DEMO: '1' }, async (bench) => {
    const { system } = bench;
    const life = await startDemo(system, createDevClient(system), { jump: false, print: () => undefined });
    try {
      await untilCount(bench.engine, BEGUN, ENOUGH);
      return await inBrowser(async (browser) => {
        const shown = await measureShown(browser, bench, { pages: DEMO, aim: AIM.demo, report });
        const page = await openSignedIn(browser, bench);
        return [...shown, ...(await measureInbox(page, bench, report))];
      });
    } finally {
      await life?.stop();
    }
  });
}

/** How long it takes with 200,000 people, 20,000 conversations and 2,000 tasks. */
export async function benchLargeConsole(report: (line: string) => void): Promise<Bound[]> {
  return await withSystem(report, {}, async (bench) => {
    await fill(bench);
    return await inBrowser((browser) => measureShown(browser, bench, { pages: LARGE_PAGES, aim: AIM.large, report }));
  });
}

async function fill({ api, url }: BenchSystem): Promise<void> {
  const compiled = compileSequence(PLAYED.yaml);
  if (!compiled.ok) throw new Error('the sequence of the campaign does not compile');
  const db = openDatabase(url('overture'), { max: 1 });
  try {
    await saveAccount(db, ANNA, new Date());
    await post(api, '/api/sequences', PLAYED.yaml);
    await fillConsole(db, compiled.plan, LARGE);
  } finally {
    await db.close();
  }
}
