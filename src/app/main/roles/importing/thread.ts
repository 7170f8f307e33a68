import { BroadcastChannel, workerData } from 'node:worker_threads';
import type { NetworkProfile } from '../../../../core/calendar/network-profile.ts';
import type { ImportedPage } from '../../../../core/engine/contracts.ts';
import { enrollRowsOf } from '../../../../runtime/enroll/campaign/enroll-rows.ts';
import type { EnrollDeps } from '../../../../runtime/enroll/enroll-lead.ts';
import { type ClockSetting, createClock, type SettableClock } from '../../../../shared/kit/clock.ts';
import { openDatabase } from '../../../../shared/postgres/open-database.ts';
import { CONNECTIONS } from '../connections.ts';
import { type Failure, failureOf } from './failure.ts';

/** The data that the thread is started with. */
export interface ImportThread {
  readonly url: string;
  readonly profiles: readonly NetworkProfile[];
  /** The channel that brings each new setting of the clock. */
  readonly clock_channel: string;
}

/** Rows to enroll, which the thread may have several of. */
export interface ImportTask {
  readonly campaign_id: string;
  readonly clock: ClockSetting;
}

let opened: (EnrollDeps & { readonly clock: SettableClock }) | undefined;

export type ImportAnswer = { readonly page: ImportedPage } | { readonly failure: Failure };

/** Enrolls the next rows of a campaign. */
export async function enroll({ campaign_id, clock }: ImportTask): Promise<ImportAnswer> {
  opened ??= open(workerData);
  opened.clock.set(clock);
  try {
    return { page: await enrollRowsOf(opened, campaign_id) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function open({ url, profiles, clock_channel }: ImportThread) {
  const clock = createClock();
  const channel = new BroadcastChannel(clock_channel);
  channel.onmessage = (message: unknown) => {
    // Only we send on it.
    clock.set((message as { readonly data: ClockSetting }).data);
  };
  channel.unref();
  const db = openDatabase(url, { max: CONNECTIONS.importing, name: 'overture import', plans_once: true });
  return { db, clock, profiles };
}
