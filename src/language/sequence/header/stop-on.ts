import type { OutOfOffice, StopReason } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readChoice } from '../check/check-context.ts';
import type { YamlEntry } from '../yaml/yaml-value.ts';

const REASONS = ['reply', 'unsubscribe', 'bounce', 'company_reply'] as const satisfies readonly StopReason[];
const DEFAULT: readonly StopReason[] = ['reply', 'unsubscribe', 'bounce'];

/** In the order of the language, so that the order of writing does not matter. */
export function checkStopOn(
  context: CheckContext,
  entry: YamlEntry | undefined,
  outOfOffice: OutOfOffice | undefined,
): readonly StopReason[] {
  if (!entry) return DEFAULT;
  const choices = { of: '`stop_on`', values: REASONS };
  const given = itemsOf(entry.value).map((item) => readChoice(context, item, choices));
  if (!given.includes('reply')) {
    // `out_of_office: stop` treats an automatic reply as a reply, which does not stop anything here.
    const message =
      outOfOffice?.do === 'stop'
        ? 'neither a reply stops this sequence nor, in spite of `out_of_office: stop`, an automatic one'
        : 'a reply does not stop this sequence';
    context.report('SEQ053', entry.key_place, message, 'Add `reply` to stop_on.');
  }
  return REASONS.filter((reason) => given.includes(reason));
}
