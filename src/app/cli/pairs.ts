import { CodedError } from '../../shared/kit/coded-error.ts';

/** `key=value`, as an option that may be repeated gives them. */
export function pairs(option: string, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [key, ...rest] = text.split('=');
      if (!key || rest.length === 0)
        throw new CodedError('wrong_use', `${option} ${text} is not of the form key=value.`);
      return [key, rest.join('=')];
    }),
  );
}
