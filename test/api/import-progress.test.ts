import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteImportRate } from '../../src/runtime/store/campaigns/update-campaign.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { importCampaign } from './import-campaign.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

it('says how far an import is and how long the rest takes, as long as somebody imports', async () => {
  const leads = Array.from({ length: 6 }, (_, n) => ({ first_name: `P${n}`, profile_url: `person-${n}` }));
  const asked = { name: 'Six', sequence: 'hello', source: { leads } };
  const { id, progress } = (await api.call('POST', '/api/campaigns', asked)).body;
  expect(progress).toEqual({ done: 0, per_second: null, seconds_left: null });
  const shown = async (fields = '') => (await api.call('GET', `/api/campaigns${fields}`)).body.items[0].progress;
  await noteImportRate(api.db, id, 4);
  expect(await shown()).toEqual({ done: 0, per_second: 4, seconds_left: 2 });
  expect(await shown('?fields=progress')).toEqual({ done: 0, per_second: 4, seconds_left: 2 });
  // Of a source that is read in pages nobody knows yet how many will come.
  await api.db.query('update campaigns set next_offset = 50');
  expect(await shown()).toEqual({ done: 0, per_second: 4, seconds_left: null });
  await api.db.query(`update campaigns set next_offset = null, wall_rated_at = now() - interval '2 minutes'`);
  expect(await shown()).toEqual({ done: 0, per_second: null, seconds_left: null });
  await importCampaign(api, id);
  expect(await shown()).toBeNull();
});
