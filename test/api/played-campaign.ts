import { message } from '../events/fixtures.ts';
import { PLAYED, playedEnrollment, writePlayedCampaign } from '../support/write-played-campaign.ts';
import type { ApiBench } from './fixtures.ts';

export interface Played {
  readonly id: string;
  enrollment(n: number): string;
}

/** The played campaign a month later; its fourth person has written something that a spreadsheet would obey. */
export async function addPlayedCampaign(api: ApiBench, { people }: { readonly people: number }): Promise<Played> {
  await api.call('POST', '/api/sequences', PLAYED.yaml);
  await writePlayedCampaign(api.db, (await api.call('GET', '/api/sequences/played')).body.plan, people);
  api.clock.set({ wall_origin: Date.now(), world_origin: Date.parse('2026-04-10T09:00:00Z'), speed: 1 });
  const hostile = message('https://professional.example/in/nobody', { message_text: "=cmd|' /C calc'!A0" });
  await api.db.query(
    `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id)
     values ($1, 'acc_anna', 'professional', 'message', $2, '2026-03-04T10:00:00Z', '2026-03-04T10:00:00Z', 'matched', 'lead_00000004')`,
    [hostile.event_id, JSON.stringify(hostile)],
  );
  return { id: PLAYED.campaign_id, enrollment: playedEnrollment };
}
