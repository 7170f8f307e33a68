import { cutText } from '../../../shared/kit/cut-text.ts';
import type { ChannelName } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readKeys, readMap, readText } from '../check/check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { sendersForm } from '../schema/header/senders.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

const CHANNELS = ['professional', 'messenger', 'email'] as const satisfies readonly ChannelName[];
const ACCOUNT_ID = /^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$/;

/** Account ids by channel. Whether the accounts exist is asked when the sequence is applied. */
export function checkSenders(
  context: CheckContext,
  value: YamlValue,
): { [channel in ChannelName]?: readonly string[] } {
  const example =
    'Write `senders: { professional: [acc_anna] }`, or leave it out to choose the accounts at enrollment.';
  const map = readMap(context, value, 'senders', example);
  if (!map) return {};
  const entries = readKeys(context, map, { of: 'senders', known: keysOf(sendersForm) });
  const senders: { [channel in ChannelName]?: readonly string[] } = {};
  for (const channel of CHANNELS) {
    const entry = entries.get(channel);
    if (!entry) continue;
    const ids = itemsOf(entry.value).flatMap((item) => readAccount(context, item));
    const first = entry.value.kind === 'list' && entry.value.items.length === 0;
    if (first)
      context.report(
        'SEQ008',
        entry.value.place,
        `the ${channel} senders name no account`,
        'Name one, or remove the line.',
      );
    if (ids.length > 0) senders[channel] = [...new Set(ids)];
  }
  return senders;
}

function readAccount(context: CheckContext, item: YamlValue): string[] {
  const text = readText(context, item, 'an account id', 'the id that `overture accounts` shows, like acc_anna');
  if (!text) return [];
  if (ACCOUNT_ID.test(text.value)) return [text.value];
  const fix = 'Write the id that `overture accounts` shows, like acc_anna.';
  context.report('SEQ010', text.place, `"${cutText(text.value, 60)}" cannot be an account id`, fix);
  return [];
}
