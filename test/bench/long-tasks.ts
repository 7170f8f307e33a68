import type { Page } from 'playwright-core';

/** Milliseconds for which a page may do one thing and hear nobody. */
export const LONGEST_TASK = 50;

/** Begins anew with the tasks of 50 ms and more: the browser names no shorter ones. */
export const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.get(globalThis, 'taskObserver')?.disconnect();
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    Reflect.set(globalThis, 'longTasks', durations);
    Reflect.set(globalThis, 'taskObserver', observer);
  });

/** Milliseconds of each since then. */
export const longTasksOf = (page: Page): Promise<number[]> => page.evaluate(() => Reflect.get(globalThis, 'longTasks'));

export const sayTasks = (tasks: readonly number[]): string =>
  `tasks of ${LONGEST_TASK} ms and more: ${tasks.map(Math.round).join(', ') || 'none'}`;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of its thread: what it computed, without what other programs computed meanwhile. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Milliseconds for which the page computes in the longest of its tasks while `work` goes on, whatever else the machine has to do. */
export async function longestComputed(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await work();
  await browser.send('Tracing.end');
  await complete;
  await browser.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(events.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the browser names no task of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
