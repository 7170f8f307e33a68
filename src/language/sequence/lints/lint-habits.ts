import type { YamlReporter } from '../diagnostics/diagnostic.ts';
import { quoted } from '../fix/text-edits.ts';
import type { YamlMap, YamlValue } from '../yaml/yaml-value.ts';

const OLD_FLAG = /^(?:y|yes|n|no|on|off)$/i;
/** 540 in YAML 1.1. */
const OLD_NUMBER = /^[-+]?\d+(?::[0-5]?\d)+$/;

/** Values of variables that YAML 1.1 would read otherwise. Elsewhere the checks know what they want. */
export function lintHabits(document: YamlMap, source: string, reporter: YamlReporter): void {
  for (const { key, value } of document.entries) {
    if (key === 'vars') lintValues(value, source, reporter);
    if (key === 'steps') lintSets(value, source, reporter);
  }
}

function lintSets(value: YamlValue, source: string, reporter: YamlReporter): void {
  if (value.kind === 'list') for (const item of value.items) lintSets(item, source, reporter);
  if (value.kind !== 'map') return;
  for (const { key, value: inner } of value.entries) {
    if (key === 'set') lintValues(inner, source, reporter);
    else lintSets(inner, source, reporter);
  }
}

function lintValues(map: YamlValue, source: string, reporter: YamlReporter): void {
  if (map.kind !== 'map') return;
  for (const { value } of map.entries) {
    if (value.kind !== 'text') continue;
    const { offset, end } = value.place;
    // Quoted, it is what it looks like to everyone.
    if (source.slice(offset, end) !== value.value) continue;
    if (!OLD_FLAG.test(value.value) && !OLD_NUMBER.test(value.value)) continue;
    const message = `${value.value} is a text here, and something else to YAML 1.1`;
    const fix = `Write ${quoted(value.value)} in quotes, or true or false.`;
    reporter.report('SEQ070', value.place, message, fix, [{ offset, end, text: quoted(value.value) }]);
  }
}
