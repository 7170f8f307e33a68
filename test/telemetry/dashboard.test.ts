import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { ALL_METRICS } from '../../src/shared/telemetry/metrics/all-metrics.ts';
import { OF_PROMETHEUS, OTHER_METRICS } from './other-metrics.ts';
import { readExpression, type UsedMetric } from './read-expression.ts';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const read = (name: string) => readFileSync(join(PACKAGE_ROOT, 'docs/operations', name), 'utf8');
const dashboard: { panels: Panel[] } = JSON.parse(read('grafana-overture.json'));
const alerts: { groups: { rules: Rule[] }[] } = parse(read('prometheus-alerts.yaml'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const rules = alerts.groups.flatMap((group) => group.rules);
const targets = panels.flatMap(({ title, targets: all = [] }) => all.map((target) => ({ title, ...target })));

/** The labels that a series of that name has; null: no metric has series of that name. */
function labelsOf({ name }: Pick<UsedMetric, 'name'>): readonly string[] | null {
  const other = OTHER_METRICS[name] ?? OTHER_METRICS[name.replace(/_bucket$/, '')];
  if (other !== undefined) return other;
  const [, base = name, part] = name.match(/^(.*)_(bucket|sum|count)$/) ?? [];
  const metric = ALL_METRICS.find((one) => one.name === (one.kind === 'histogram' ? base : name));
  if (metric === undefined || (metric.kind === 'histogram') !== (part !== undefined)) return null;
  return part === 'bucket' ? [...metric.labels, 'le'] : metric.labels;
}

/** Lists what is wrong with an expression, and with the labels that a text about its answer names. */
function complaintsOf(expression: string, shown: readonly string[]): string[] {
  // Grafana fills in the range.
  const { metrics, groups, errors } = readExpression(expression.replaceAll('$__rate_interval', '5m'));
  const complaints = [...errors];
  const known = new Set(OF_PROMETHEUS);
  for (const metric of metrics) {
    const labels = labelsOf(metric);
    if (labels === null) complaints.push(`there is no metric ${metric.name}`);
    for (const label of metric.labels)
      if (![...(labels ?? []), ...OF_PROMETHEUS].includes(label)) complaints.push(`${metric.name} has no ${label}`);
    for (const label of labels ?? []) known.add(label);
  }
  for (const label of [...groups, ...shown]) if (!known.has(label)) complaints.push(`no metric of it has ${label}`);
  for (const label of shown)
    if (/\bby\b/.test(expression) && !groups.includes(label)) complaints.push(`${label} is grouped away`);
  return metrics.length === 0 ? [...complaints, 'it asks for no metric'] : complaints;
}

const labelsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label = '']) => label);

describe('the dashboard', () => {
  it.each(targets)('asks in "$title" for metrics and labels that there are: $expr', ({ expr, legendFormat }) => {
    expect(complaintsOf(expr, labelsIn(legendFormat, /\{\{\s*(\w+)\s*\}\}/g))).toEqual([]);
  });

  it('shows every metric of ours', () => {
    const asked = targets.flatMap(({ expr }) => readExpression(expr.replaceAll('$__rate_interval', '5m')).metrics);
    const shown = new Set(asked.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(ALL_METRICS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has its panels side by side, none over another', () => {
    for (const [index, { title, gridPos: one }] of panels.entries()) {
      expect(one.x + one.w, title).toBeLessThanOrEqual(24);
      const over = panels.slice(index + 1).filter(({ gridPos: other }) => {
        const across = one.x < other.x + other.w && other.x < one.x + one.w;
        return across && one.y < other.y + other.h && other.y < one.y + one.h;
      });
      expect(over, title).toEqual([]);
    }
  });
});

describe('the alerts', () => {
  it.each(rules)('$alert watches metrics and labels that there are', ({ expr, annotations }) => {
    const shown = labelsIn(Object.values(annotations).join(' '), /\$labels\.(\w+)/g);
    expect(complaintsOf(expr, shown)).toEqual([]);
    expect(annotations).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
  });
});

describe('the check of expressions', () => {
  it.each([
    ['a metric that there is not', 'rate(overture_sent_total[5m])', 'there is no metric overture_sent_total'],
    ['a histogram without its part', 'rate(overture_step_duration_seconds[5m])', 'there is no metric'],
    ['a label of another metric', 'sum by (route) (overture_sends_total)', 'no metric of it has route'],
    ['a selector by a label of another metric', 'overture_sends_total{code="X"}', 'overture_sends_total has no code'],
    ['what is no PromQL', 'sum by account (overture_sends_total', '⟨here⟩'],
  ])('notices %s', (_, expression, complaint) => {
    expect(complaintsOf(expression, []).join('; ')).toContain(complaint);
  });
});
