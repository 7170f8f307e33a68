import type { Place } from '../../../language/sequence/diagnostics/edit.ts';
import type { StepName } from './test-file.ts';

/** `message`, `message#2`, `first-message`; null when it is no name. */
export function readStepName(text: string, place: Place): StepName | null {
  const [, name, nth] = /^([\w/-]+)\s*(?:#\s*([1-9]\d{0,3}))?$/.exec(text.trim()) ?? [];
  return name === undefined ? null : { name, nth: nth === undefined ? null : Number(nth), place };
}

export const showStepName = ({ name, nth }: StepName): string => (nth === null ? name : `${name}#${nth}`);
