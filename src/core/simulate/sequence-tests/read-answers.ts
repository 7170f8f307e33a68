import type { YamlEntry, YamlValue } from '../../../language/sequence/yaml/yaml-value.ts';
import { readStepName } from './read-step-name.ts';
import type { Answer, ScriptedAnswer } from './test-file.ts';
import { readPlain, shorten, type TestReporter, wrongForm } from './test-reader.ts';

const EXAMPLE = '`answers: { inmail: impossible, enrich: { email: ada@example.com } }`';

/** How the calls of steps end; what is not said happens as one would expect. */
export function readAnswers(reporter: TestReporter, value: YamlValue): ScriptedAnswer[] {
  if (value.kind !== 'map') {
    wrongForm(reporter, value, '`answers` is a mapping of steps', `Write ${EXAMPLE}.`);
    return [];
  }
  return value.entries.flatMap((entry) => readAnswer(reporter, entry) ?? []);
}

function readAnswer(reporter: TestReporter, { key, key_place, value }: YamlEntry): ScriptedAnswer | null {
  const step = readStepName(key, key_place);
  if (!step) {
    reporter.report('TST013', key_place, `"${shorten(key)}" is not a step's word or id`, `Write ${EXAMPLE}.`);
    return null;
  }
  const answer = readValue(reporter, value);
  return answer && { step, answer, place: value.place };
}

function readValue(reporter: TestReporter, value: YamlValue): Answer | null {
  if (value.kind === 'text') return { kind: 'word', word: value.value.trim() };
  if (value.kind !== 'map') return wrongForm(reporter, value, 'an answer is a word or fields', `Write ${EXAMPLE}.`);
  const fields = value.entries.flatMap(({ key, value: field }) => {
    const plain = readPlain(reporter, field, `\`${key}\``);
    return plain === undefined ? [] : [[key, plain] as const];
  });
  return { kind: 'fields', fields: Object.fromEntries(fields) };
}
