import type { NameUse, Template, TemplatePart } from './template.ts';

export interface UsedName extends NameUse {
  /** False when it has a `default` or stands only inside `{% if %}`: a lead may lack it. */
  readonly needed: boolean;
  /** True when every place that reads it has a `default`, so that even an unknown name is harmless. */
  readonly defaulted: boolean;
}

/** Every name that a template reads, once, in order of first use. */
export function namesUsed(template: Template): readonly UsedName[] {
  const found = new Map<string, UsedName>();
  const add = (use: NameUse, needed: boolean, defaulted: boolean): void => {
    const earlier = found.get(use.name);
    if (!earlier) {
      found.set(use.name, { ...use, needed, defaulted });
      return;
    }
    // The place that matters for a message is the first one without a default.
    const offset = earlier.defaulted && !defaulted ? use.offset : earlier.offset;
    found.set(use.name, {
      name: use.name,
      offset,
      needed: earlier.needed || needed,
      defaulted: earlier.defaulted && defaulted,
    });
  };
  const walk = (parts: readonly TemplatePart[], inside: boolean): void => {
    for (const part of parts) {
      if (part.kind === 'value') {
        for (const use of part.reads) add(use, !part.optional && !inside, part.optional);
        for (const use of part.arguments) add(use, !inside, false);
      } else if (part.kind === 'if') {
        for (const use of part.tests) add(use, false, false);
        for (const branch of part.branches) walk(branch, true);
      }
    }
  };
  walk(template.parts, false);
  return [...found.values()];
}

/**
 * How long a text can become, when every unknown value has between 0 and `valueLength` characters: `max` at most, and `min` at
 * least for those who take the longest way through its `{% if %}`.
 */
export function templateLength(
  template: Template,
  valueLength: number,
): { readonly min: number; readonly max: number } {
  const { longest, max } = measure(template.parts, valueLength);
  return { min: longest, max };
}

interface Lengths {
  /** The number of characters that everybody gets at least. */
  readonly least: number;
  /** The same for those who take the longest branch of one `if`: which branches of two `if`s can go together is not known. */
  readonly longest: number;
  readonly max: number;
}

function measure(parts: readonly TemplatePart[], valueLength: number): Lengths {
  let least = 0;
  let more = 0;
  let max = 0;
  for (const part of parts) {
    if (part.kind === 'text') {
      least += part.text.length;
      max += part.text.length;
    } else if (part.kind === 'value') {
      max += Math.min(valueLength, part.most ?? valueLength);
    } else {
      const branches = part.branches.map((branch) => measure(branch, valueLength));
      const shortest = Math.min(...branches.map((branch) => branch.least));
      least += shortest;
      more = Math.max(more, ...branches.map((branch) => branch.longest - shortest));
      max += Math.max(...branches.map((branch) => branch.max));
    }
  }
  return { least, longest: least + more, max };
}
