import { describe, expect, it } from 'vitest';
import { formatSimulation } from '../../src/app/cli/simulate/format-simulation.ts';
import { renderReport } from '../../src/core/simulate/report/render-report.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { Simulation, SimulationInput } from '../../src/core/simulate/simulation.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

function simulated(text: string, more: Partial<SimulationInput> = {}): Simulation {
  const compiled = compileSequence(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return simulate({ plans: [compiled.plan], leads: 60, days: 40, seed: 1, ...more });
}

const SEQUENCE = `sequence: hello
schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-18:00" } }
limits: { invites: 5/day, messages: 5/day }
steps:
  - invite: Hello
  - wait_for: accepted_invitation
    within: 5 days
    then: [message: Thanks]
    else: [end: no_answer]
`;
const QUIET = 'sequence: quiet\nsteps:\n  - wait: 1 day\n  - end: over\n';

const tablesOf = (html: string): number => html.split('<table>').length - 1;
const sectionsOf = (html: string): string[] => html.split('<section>').slice(1);

describe('the report of a simulation', () => {
  const html = renderReport(simulated(SEQUENCE));

  it('refers to nothing outside of itself', () => {
    const without = html.replaceAll(/xmlns(?::\w+)?="[^"]*"/g, '');
    expect(without.match(/https?:|\bsrc=|<script|<link|@import|url\((?!#)[^)]*/gi)).toBeNull();
  });

  it('has every chart twice, for wide and for narrow screens, named for who cannot see it, with its table', () => {
    const charts = sectionsOf(html).filter((section) => section.includes('<svg '));
    // The end, invitations, messages, how full accounts are, the funnel, credits.
    expect(charts).toHaveLength(6);
    for (const chart of charts) {
      expect(chart.match(/<svg [^>]*role="img" aria-label="[^"]+"/g)).toHaveLength(2);
      expect(chart).toMatch(/<details><summary>As a table<\/summary>.*<th scope="col">/s);
    }
    expect(tablesOf(html)).toBe(charts.length);
  });

  it('names no two equal days for one more account that changes nothing, nor does the terminal', () => {
    const simulation = simulated(SEQUENCE);
    const { what_if, finished_at } = simulation;
    const same = { ...simulation, what_if: what_if && { ...what_if, finished_at } };
    expect(renderReport(same)).toContain('One more professional account changes nothing: it ends no sooner.');
    expect(formatSimulation(same)).toContain(
      'One more professional account changes nothing: the campaign ends no sooner.',
    );
  });

  it('says when the campaign ends and what one more account changes', () => {
    expect(html).toMatch(/The campaign ends on 2026-\d\d-\d\d\./);
    expect(html).toMatch(/One more professional account: it ends on 2026-\d\d-\d\d instead of 2026-\d\d-\d\d\./);
    expect(html).toContain('With one more account');
  });

  it('says how a split with optimize divides people, week by week', () => {
    const split = 'split: { optimize: accepted, arms: { long: [invite: Hello], short: [invite: Hi] } }';
    const moved = simulated(`sequence: moved\nlimits: { visits: 3/day }\nsteps: [visit, { ${split} }]\n`);
    const [section = ''] = sectionsOf(renderReport(moved)).filter((part) => part.includes('<h2>Shares at '));
    const { sentence = '', arms = [] } = moved.splits[0]?.optimized ?? {};
    expect(sentence).toMatch(/^Not decided: of new people \d+ % to long, \d+ % to short|^Decided on /);
    expect(section).toContain(`${sentence}.`);
    const brought = sectionsOf(renderReport(moved)).find((part) => part.includes('<h2>Arms of ')) ?? '';
    expect(brought).toContain('<th scope="col">Share now</th>');
    const shares = arms.map(({ name, share }) => `<td>${name}</td><td>${Math.round(share * 100)} %</td>`);
    expect(shares.filter((cells) => brought.includes(cells))).toEqual(shares);
    expect(arms.map(({ name }) => section.includes(`<th scope="col">${name}</th>`))).toEqual([true, true]);
    expect(section.match(/<td>2026-\d\d-\d\d<\/td><td>\d+ % \(\d+\)<\/td>/g)?.length).toBeGreaterThan(1);
  });

  it('is the same bytes for the same simulation', () => {
    expect(renderReport(simulated(SEQUENCE)) === html).toBe(true);
  });

  it('stands when nothing is sent, no limit counts and nobody is asked for more', () => {
    const report = renderReport(simulated(QUIET));
    expect(report).toContain('No account has a limit that matters.');
    expect(report).toContain('one more account would change nothing');
  });

  it('shows names as text, whatever they are', () => {
    const shown = renderReport({ ...simulated(QUIET), sequences: ['<script>alert(1)</script>'], seed: '"><b>' });
    expect([shown.includes('<script>'), shown.includes('"><b>'), shown.includes('&lt;script&gt;')]).toEqual([
      ...[false, false, true],
    ]);
  });
});
