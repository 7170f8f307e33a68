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

/** The shortest and the longest a text can become, when every unknown value has between 0 and `valueLength` characters. */
export function templateLength(
  template: Template,
  valueLength: number,
): { readonly min: number; readonly max: number } {
  const measure = (parts: readonly TemplatePart[]): { min: number; max: number } => {
    let min = 0;
    let max = 0;
    for (const part of parts) {
      if (part.kind === 'text') {
        min += part.text.length;
        max += part.text.length;
      } else if (part.kind === 'value') {
        max += valueLength;
      } else {
        const branches = part.branches.map((branch) => measure(branch));
        min += Math.min(...branches.map((branch) => branch.min));
        max += Math.max(...branches.map((branch) => branch.max));
      }
    }
    return { min, max };
  };
  return measure(template.parts);
}
