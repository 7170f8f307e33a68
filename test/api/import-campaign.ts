import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import type { V2Reader } from '../../src/runtime/enroll/campaign/v2-reader.ts';
import type { ApiBench } from './fixtures.ts';

const NOTHING: V2Reader = { call: () => Promise.reject(new Error('nothing is read')) };

/** Reads a campaign's source to its end and enrolls its people, as the worker does. */
export async function importCampaign(api: ApiBench, id: string, v2 = NOTHING): Promise<void> {
  const read = importPage({ ...api, v2 });
  while ((await read({ campaign_id: id, offset: 0 })).next_offset !== null);
}
