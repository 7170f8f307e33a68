import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../src/language/graph/diagram.ts';
import { layoutOf, type PlacedBox } from '../../src/language/graph/layout.ts';
import { toMermaid } from '../../src/language/graph/mermaid.ts';
import { toSvg } from '../../src/language/graph/svg.ts';
import { planOfSteps } from '../sequence/steps/compile-steps.ts';

const STEPS = `  - visit
  - like: {}
  - comment: { text: "Well <said> & \\"done\\"" }
    if: state.degree == 2
    review: true
  - split:
      a: { weight: 1, steps: [{ invite: "Hi" }] }
      b: { weight: 2, steps: [{ inmail: { subject: S, text: T }, else: [{ end: no_inmail }] }] }
  - wait_for: accepted_invitation
    within: 2 business days
    then:
      - repeat:
          times: 3
          steps:
            - message: Hi
            - wait: until monday 09:00
    else:
      - task: { text: Call, within: 2 days }
        else: [withdraw]
      - enrich: email
        else: [{ end: no_way }]
      - email: { subject: S, text: T }
      - set: { stage: late }
  - end: done
`;

const overlap = (a: PlacedBox, b: PlacedBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('a sequence as a diagram', () => {
  const diagram = diagramOf(planOfSteps(STEPS));

  it('says in words what each step does and when each way is taken', () => {
    expect(diagram.boxes.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Visit',
        'Wait for the invitation to be accepted',
        'Wait until Monday 09:00',
        'End: done',
      ]),
    );
    const labels = diagram.arrows.map(({ label }) => label).filter(Boolean);
    expect(labels).toEqual(
      expect.arrayContaining([
        'a: 33 %',
        'b: 67 %',
        'accepted',
        'not within 2 business days',
        '3 times',
        'not possible',
      ]),
    );
    expect(diagram.boxes.find(({ title }) => title.startsWith('Comment'))?.detail).toContain(
      'only if state.degree == 2 · after review',
    );
  });

  it('draws the end of a round as an arrow back', () => {
    expect(diagram.arrows.filter(({ back }) => back)).toHaveLength(1);
  });

  it('has each step once, and arrows between steps that are there', () => {
    const ids = diagram.boxes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { from, to } of diagram.arrows) expect(ids).toEqual(expect.arrayContaining([from, to]));
  });

  it('keeps forty steps apart, inside the picture', () => {
    const many = diagramOf(
      planOfSteps(
        Array.from(
          { length: 20 },
          (_, i) =>
            `  - visit\n  - split: { a: { steps: [{ task: "Step ${i} of a long text that wraps over lines" }] }, b: { steps: [withdraw] } }\n`,
        ).join(''),
      ),
    );
    const { boxes, width, height } = layoutOf(many);
    expect(boxes.length).toBeGreaterThan(40);
    for (const [index, box] of boxes.entries()) {
      expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([]);
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    }
  });
});

it('an arm that is optimized has no share but its least one', () => {
  const { boxes, arrows } = diagramOf(
    planOfSteps('  - split: { optimize: accepted, arms: { a: [visit], b: [withdraw] } }\n'),
  );
  expect(boxes[0]).toMatchObject({ title: 'Split', detail: 'More people where acceptances come' });
  expect(arrows.slice(0, 2).map(({ label }) => label)).toEqual(['a: at least 10 %', 'b: at least 10 %']);
});

describe('the SVG of a diagram', () => {
  const diagram = diagramOf(planOfSteps(STEPS));

  it('escapes what people wrote', () => {
    const svg = toSvg(diagram);
    expect(svg).toContain('Well &lt;said&gt; &amp; &quot;done&quot;');
    expect(svg).not.toContain('<said>');
  });

  it('shows how many people stand at a step, and says it in its description', () => {
    expect(toSvg(diagram)).not.toContain('class="count"');
    const svg = toSvg(diagram, { '1-visit': 1234 });
    expect(svg).toContain('>1234</text>');
    expect(svg).toContain('Visit (1234 now)');
  });

  it('is the same each time', () => {
    expect(toSvg(diagram)).toBe(toSvg(diagramOf(planOfSteps(STEPS))));
  });
});

describe('the Mermaid text of a diagram', () => {
  it('has one line for each box and arrow, and quotes what people wrote', () => {
    const diagram = diagramOf(planOfSteps(STEPS));
    const lines = toMermaid(diagram, { '1-visit': 7 }).trimEnd().split('\n');
    expect(lines).toHaveLength(4 + diagram.boxes.length + diagram.arrows.length);
    expect(lines).toContain('  n1["Visit (7)"]');
    expect(lines.join('\n')).toContain('Well #60;said#62; & #34;done#34;');
    expect(lines.join('\n')).toMatch(/n\d+ -\.-> n\d+/);
  });
});
