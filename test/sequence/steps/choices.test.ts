import { describe, expect, it } from 'vitest';
import { firstNode, planOfSteps, problems, REST } from './compile-steps.ts';

const DAY = 86_400_000;

describe('split', () => {
  it('compiles its arms, each with its steps, which meet again behind it', () => {
    const plan = planOfSteps(
      '  - split:\n      a: { weight: 30, steps: [visit] }\n      b: { weight: 70, steps: [withdraw] }\n  - end: done\n',
    );
    expect(plan.nodes['1-split']).toEqual({
      kind: 'split',
      id: '1-split',
      arms: [
        { name: 'a', weight: 30, to: '1-split/a/1-visit' },
        { name: 'b', weight: 70, to: '1-split/b/1-withdraw' },
      ],
      ...REST,
      next: '2-end',
    });
    expect(plan.nodes['1-split/a/1-visit']).toMatchObject({ kind: 'visit', next: '2-end' });
    expect(plan.nodes['1-split/b/1-withdraw']).toMatchObject({ kind: 'withdraw', next: '2-end' });
  });

  it('compiles arms that are optimized, whose shares follow from what they bring', () => {
    const plan = planOfSteps(
      '  - split: { optimize: replied, arms: { arms: [visit], optimize: [withdraw] } }\n  - end: done\n',
    );
    expect(plan.nodes['1-split']).toEqual({
      kind: 'split',
      id: '1-split',
      optimize: 'replied',
      arms: [
        { name: 'arms', weight: 1, to: '1-split/arms/1-visit' },
        { name: 'optimize', weight: 1, to: '1-split/optimize/1-withdraw' },
      ],
      ...REST,
      next: '2-end',
    });
  });

  it.each([
    ['optimize as an arm', '  - split: { optimize: { steps: [visit] }, b: { steps: [visit] } }\n', ['SEQ020 4:14']],
    ['arms as an arm', '  - split: { arms: { steps: [visit] }, b: { steps: [visit] } }\n', ['SEQ020 4:14']],
    ['arms alone', '  - split: { arms: { a: [visit], b: [visit] } }\n', ['SEQ008 4:5']],
    ['optimize alone', '  - split: { optimize: replied }\n', ['SEQ008 4:5']],
    ['an unknown metric', '  - split: { optimize: opened, arms: { a: [visit], b: [visit] } }\n', ['SEQ015 4:24']],
    ['one optimized arm', '  - split: { optimize: replied, arms: { a: [visit] } }\n', ['SEQ008 4:39']],
    [
      'a weight beside optimize',
      '  - split: { optimize: replied, arms: { a: { weight: 2, steps: [visit] }, b: [visit] } }\n',
      ['SEQ006 4:44'],
    ],
    ['another key', '  - split: { optimize: replied, arms: { a: [visit], b: [visit] }, seed: 1 }\n', ['SEQ007 4:67']],
    [
      'an odd name of an optimized arm',
      '  - split: { optimize: replied, arms: { A: [visit], b: [visit] } }\n',
      ['SEQ010 4:41'],
    ],
    ['one arm', '  - split: { a: { steps: [visit] } }\n', ['SEQ008 4:5']],
    ['an odd name', '  - split: { A: { steps: [visit] }, b: { steps: [visit] } }\n', ['SEQ010 4:14']],
    ['an arm without steps', '  - split: { a: { weight: 1 }, b: { steps: [visit] } }\n', ['SEQ008 4:14']],
    [
      'a weight of nothing',
      '  - split: { a: { weight: 0, steps: [visit] }, b: { steps: [visit] } }\n',
      ['SEQ015 4:27'],
    ],
    ['a misspelled key', '  - split: { a: { wait: 1, steps: [visit] }, b: { steps: [visit] } }\n', ['SEQ007 4:19']],
    ['a mistake inside', '  - split: { a: { steps: [vist] }, b: { steps: [visit] } }\n', ['SEQ013 4:27']],
    ['a list', '  - split: [visit]\n', ['SEQ006 4:12']],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('task', () => {
  it.each([
    [
      '  - task: "Call {{ first_name }}"\n',
      // biome-ignore lint/suspicious/noThenProperty: a field of the node
      { text: 'Call {{ first_name }}', then: 'completed', else: 'completed', has_else: false },
    ],
    [
      '  - task: { text: Call, assignee: anna, within: 2 days }\n    then: [visit]\n    else: [withdraw]\n',
      {
        text: 'Call',
        assignee: 'anna',
        within: 2 * DAY,
        // biome-ignore lint/suspicious/noThenProperty: a field of the node
        then: '1-task/then/1-visit',
        else: '1-task/else/1-withdraw',
        has_else: true,
      },
    ],
    ['  - task: Call\n    within: 3 business days\n', { within: { business_days: 3 } }],
  ])('compiles: %s', (steps, node) => {
    expect(firstNode(steps)).toMatchObject({ kind: 'task', id: '1-task', ...node });
  });

  it('asks its condition before it is opened', () => {
    const plan = planOfSteps('  - task: Call\n    if: state.replied\n');
    expect(plan.nodes[plan.start]).toMatchObject({
      kind: 'if',
      test: 'state.replied',
      // biome-ignore lint/suspicious/noThenProperty: a field of the node
      then: '1-task',
      else: 'completed',
    });
  });

  it.each([
    ['no text', '  - task: { assignee: anna }\n', ['SEQ008 4:5']],
    ['a deadline without unit', '  - task: Call\n    within: 3\n', ['SEQ014 5:13']],
    ['two deadlines', '  - task: { text: Call, within: 1 day }\n    within: 2 days\n', ['SEQ002 5:5']],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('repeat', () => {
  it('leads the end of a round back to itself', () => {
    const plan = planOfSteps(
      '  - repeat:\n      times: 3\n      steps:\n        - visit\n        - wait: 1 week\n  - end: done\n',
    );
    expect(plan.nodes['1-repeat']).toEqual({
      kind: 'repeat',
      id: '1-repeat',
      times: 3,
      body: '1-repeat/1-visit',
      ...REST,
      next: '2-end',
    });
    expect(plan.nodes['1-repeat/2-wait']).toMatchObject({ next: '1-repeat' });
  });

  it.each([
    ['too many rounds', '  - repeat: { times: 21, steps: [visit] }\n', ['SEQ015 4:22']],
    ['no rounds', '  - repeat: { steps: [visit] }\n', ['SEQ008 4:5']],
    ['no steps', '  - repeat: { times: 2 }\n', ['SEQ008 4:5']],
    [
      'too many rounds inside one another',
      '  - repeat: { times: 20, steps: [{ repeat: { times: 20, steps: [{ repeat: { times: 2, steps: [visit] } }] } }] }\n',
      ['SEQ015 4:5'],
    ],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('run', () => {
  it('compiles to its node', () => {
    expect(firstNode('  - run: nurture\n')).toEqual({ kind: 'run', id: '1-run', sequence: 'nurture', ...REST });
  });

  it.each([
    ['itself', '  - run: example\n', ['SEQ038 4:10']],
    ['an odd name', '  - run: Nurture Them\n', ['SEQ010 4:10']],
    ['nothing', '  - run\n', ['SEQ006 4:5']],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('then beside a step that is performed', () => {
  it('follows when it was done, and is passed over with it', () => {
    const plan = planOfSteps(
      '  - invite: Hi\n    if: lead.country == "FR"\n    then: [visit]\n    else: [withdraw]\n  - end: done\n',
    );
    expect(plan.nodes['1-invite']).toMatchObject({
      next: '1-invite/then/1-visit',
      past: '2-end',
      else: '1-invite/else/1-withdraw',
    });
    expect(plan.nodes['1-invite/then/1-visit']).toMatchObject({ next: '2-end' });
  });
});
