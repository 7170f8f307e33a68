import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../src/shared/kit/duration.ts';
import type { BenchOptions } from './bench-options.ts';
import { generateCampaign } from './generate-campaign.ts';
import { type PlayedCampaign, playCampaigns } from './play-campaigns.ts';
import type { Bound } from './ratio.ts';
import { withSystem } from './with-system.ts';

/** A Sunday evening: nothing goes out before all are there. */
const BEGIN = '2026-03-01T22:00:00Z';
const ZONE = 'Europe/Paris';
const CLOSE = 0.1;
/** Probability that a forecast states for its interval. */
const SAID = 0.8;

/**
 * Campaigns that the engine runs against the sandbox, with people of whom the forecast knows nothing but what they have done. When a third of a
 * campaign's people have come to their end, its forecast is asked through the API; in the end it is held against the end that came.
 */
export async function benchForecast(
  report: (line: string) => void,
  { campaigns: count, seed }: BenchOptions,
): Promise<Bound[]> {
  const campaigns = Array.from({ length: count }, (_, index) => generateCampaign(seed, index + 1));
  const prepare = async (home: string) => {
    const clock = { wall_origin: Date.now(), world_origin: Date.parse(BEGIN), speed: 1 };
    writeFileSync(join(home, 'clock.json'), JSON.stringify(clock));
  };
  const played = await withSystem(report, {}, (bench) => playCampaigns(bench, campaigns, report), prepare);
  const judged = played.map(judge);
  for (const { line } of judged) report(line);
  const close = judged.filter(({ error }) => Math.abs(error) <= CLOSE).length;
  const covered = judged.filter(({ isCovered }) => isCovered).length;
  const errors = judged.map(({ error }) => error).toSorted((one, other) => one - other);
  const shown = [0.1, 0.5, 0.9].map((share) => percent(errors[Math.floor(share * errors.length)] ?? Number.NaN));
  report(
    `seed ${seed}: ${close} of ${count} within 10 %, ${covered} within their interval; errors ${shown.join(', ')} (a tenth, half, nine tenths are below)`,
  );
  return [
    bound(
      `end of a campaign of the engine, forecast at a third`,
      `of ${count} within 10 %`,
      close,
      Math.ceil(SAID * count),
    ),
    bound('interval that says four in five', `of ${count} ends in it`, covered, Math.ceil(SAID * count)),
  ];
}

const bound = (what: string, unit: string, measured: number, aim: number): Bound => ({
  ...{ what, unit, measured, aim },
  at_least: true,
});

function judge({ campaign, began_at, asked_at, ended_at, forecast }: PlayedCampaign) {
  const began = localDay(began_at);
  const dayOf = (day: string) => (Date.parse(day) - Date.parse(began)) / DAY;
  const forecastDay = (day: string | null) => (day === null ? Number.POSITIVE_INFINITY : dayOf(day));
  const { low, median, high } = forecast.end;
  const end = dayOf(localDay(ended_at));
  const error = (forecastDay(median) - end) / end;
  return {
    error,
    isCovered: forecastDay(low) <= end && end <= forecastDay(high),
    line: `${campaign.name}: ${campaign.people.length} people, ${campaign.about}: day ${end}; told on day ${dayOf(localDay(asked_at))}: ${forecastDay(median)} (${forecastDay(low)} to ${forecastDay(high)}), ${percent(error)}`,
  };
}

const localDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(at);

const percent = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(Math.round(share * 100))} %`;
