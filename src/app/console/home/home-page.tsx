import { useMay } from '../data/who.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Answers } from './answers.tsx';
import { EndsThisWeek } from './ends-this-week.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import classes from './home.module.css';
import { SendsOfToday } from './sends-of-today.tsx';
import { Tasks } from './tasks.tsx';
import { WhatWaits } from './what-waits.tsx';

/** The page of what needs a person now, what goes out today, and what ends this week. */
export function HomePage() {
  const may = useMay();
  return (
    <PageFrame title="Home">
      <div className={classes.grid}>
        <div>
          {may('listConversations') && <Answers />}
          {may('listTasks') && <Tasks />}
          <WhatWaits />
          {may('listWebhooks') && <FailingWebhooks />}
        </div>
        <div>
          {may('listAccounts') && <SendsOfToday />}
          {may('getCapacity') && <EndsThisWeek />}
        </div>
      </div>
    </PageFrame>
  );
}
