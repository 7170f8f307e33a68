import { describe, expect, it } from 'vitest';
import { firstNode, problems, REST } from './compile-steps.ts';

describe('steps that look something up or touch a post', () => {
  it.each([
    ['  - check: connection\n', { kind: 'check', id: '1-check', what: 'connection', ...REST }],
    ['  - check: invitation\n', { kind: 'check', id: '1-check', what: 'invitation', ...REST }],
    ['  - enrich: profile\n', { kind: 'enrich', id: '1-enrich', what: 'profile', ...REST }],
    ['  - enrich: contact\n', { kind: 'enrich', id: '1-enrich', what: 'contact', ...REST }],
    ['  - like\n', { kind: 'like', id: '1-like', on: 'latest_post', ...REST }],
    ['  - like: { on: latest_post }\n', { kind: 'like', id: '1-like', on: 'latest_post', ...REST }],
    [
      '  - react: { on: latest_post, reaction_type: PRAISE }\n',
      { kind: 'react', id: '1-react', on: 'latest_post', reaction_type: 'PRAISE', ...REST },
    ],
    [
      '  - comment: { text: "Well said, {{ first_name }}" }\n    review: true\n',
      {
        kind: 'comment',
        id: '1-comment',
        on: 'latest_post',
        text: 'Well said, {{ first_name }}',
        review: true,
        ...REST,
      },
    ],
    [
      '  - comment: "Well said"\n    else:\n      - visit\n',
      {
        kind: 'comment',
        id: '1-comment',
        on: 'latest_post',
        text: 'Well said',
        else: '1-comment/else/1-visit',
        ...REST,
      },
    ],
  ])('compile to their nodes: %s', (steps, node) => {
    expect(firstNode(steps)).toEqual(node);
  });

  it.each([
    ['  - check: mood\n', ['SEQ015 4:12']],
    ['  - check\n', ['SEQ006 4:5']],
    ['  - like: { on: oldest_post }\n', ['SEQ015 4:17']],
    ['  - like: { of: latest_post }\n', ['SEQ007 4:13']],
    ['  - like: latest_post\n', ['SEQ006 4:11']],
    ['  - react: { on: latest_post }\n', ['SEQ008 4:5']],
    ['  - react: { reaction_type: CHEERS }\n', ['SEQ015 4:29']],
    ['  - comment: { on: latest_post }\n', ['SEQ008 4:5']],
    ['  - comment: "{{ nonsense }}"\n', ['SEQ022 4:18']],
    ['  - like: {}\n    review: true\n', ['SEQ007 5:5']],
  ])('report what is wrong at its place: %s', (steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});
