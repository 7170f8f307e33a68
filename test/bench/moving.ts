import { type OptimizedCampaign, playOptimized } from '../experiments/play-optimized.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Bound } from './ratio.ts';

const CAMPAIGNS = 1000;
/** 980 people in ten weeks. */
const SIZE = { days: 70, perDay: 14 };
const BETTER = { long: 0.1, short: 0.2 };
const SAME = { long: 0.15, short: 0.15 };
const ALIKE = { a: 0.15, b: 0.15, c: 0.15 };

/**
 * Measures how much a split with `optimize` wins over an even one, and how often it decides for an arm that is no better. The
 * figures of docs/experiments.md.
 */
export async function benchMoving(report: (line: string) => void, { seed }: BenchOptions): Promise<Bound[]> {
  const play = (campaign: Omit<OptimizedCampaign, 'seed'>) =>
    Array.from({ length: CAMPAIGNS }, (_, n) => playOptimized({ ...campaign, seed: `moving ${seed} ${n}` }));
  const replies = (ended: ReturnType<typeof play>) =>
    ended.reduce((sum, { successes }) => sum + successes, 0) / CAMPAIGNS;
  const moving = play({ ...SIZE, rates: BETTER });
  const [won, even] = [replies(moving), replies(play({ ...SIZE, rates: BETTER, even: true }))];
  const best = SIZE.days * SIZE.perDay * BETTER.short;
  const decided = (ended: ReturnType<typeof play>, arm?: string) =>
    ended.filter(({ winner }) => winner !== null && (arm === undefined || winner === arm)).length / CAMPAIGNS;
  const [same, alike] = [SAME, ALIKE].map((rates) => decided(play({ ...SIZE, rates })));
  const least = Math.min(...moving.map((ended) => ended.least));
  const of = (share: number) => `${(100 * share).toFixed(1)} %`;
  report(
    `${CAMPAIGNS} campaigns, seed ${seed}: ${won.toFixed(1)} replies each, an even split ${even.toFixed(1)}, the better arm alone ${best.toFixed(1)}`,
  );
  report(
    `decided for the better arm in ${of(decided(moving, 'short'))}, for the worse in ${of(decided(moving, 'long'))}; of two equal arms in ${of(same ?? 0)}, of three in ${of(alike ?? 0)}; no share below ${of(least)} before`,
  );
  const most = (what: string, share: number): Bound => ({
    what,
    unit: '% of campaigns',
    measured: 100 * share,
    aim: 5,
  });
  return [
    { what: 'replies won over an even split', unit: 'each campaign', measured: won - even, aim: 20, at_least: true },
    most('decided for the worse arm', decided(moving, 'long')),
    most('decided of two equal arms', same ?? 0),
    most('decided of three equal arms', alike ?? 0),
    {
      what: 'least share before it is decided',
      unit: 'of new people',
      measured: least,
      aim: 0.1 - 1e-9,
      at_least: true,
    },
  ];
}
