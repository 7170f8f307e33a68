import { z } from 'zod';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { sendClass } from '../../../v2/contract/actions/messages/send.ts';
import { ACTIONS, chargeOf, findAction } from '../../../v2/contract/actions.ts';
import type { ActionDefinition } from '../../../v2/contract/definition.ts';
import type { ActionNode, ParamValue } from '../../plan/nodes/action.ts';
import { type CheckContext, readMap, readText, sentence, shorten } from '../check/check-context.ts';
import { checkTemplate } from '../check/check-template.ts';
import { isNewName } from '../check/made-names.ts';
import { didYouMean } from '../check/near-miss.ts';
import type { Place } from '../diagnostics/edit.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { text } from '../schema/values.ts';
import type { YamlMap, YamlText, YamlValue } from '../yaml/yaml-value.ts';
import { needsNothing, performed, type StepDescriptor, type StepInput } from './step-kind.ts';

/** The names of an action's params; null where its contract is not one plain object. */
function paramsOf({ params }: ActionDefinition): readonly string[] | null {
  return params instanceof z.ZodObject ? keysOf(params) : null;
}

/** Names only, since any value may be a template. */
const rulesOfParams = () =>
  ACTIONS.flatMap((definition) => {
    const names = paramsOf(definition);
    if (!names) return [];
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    return [
      {
        if: { properties: { action: { const: `${definition.category}.${definition.action}` } }, required: ['action'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { properties: { params: { properties, additionalProperties: false } } },
      },
    ];
  });

const form: StepForm = {
  word: 'action',
  title: 'Call any action of the V2 service',
  description: 'Calls an action of the V2 service by its category and name, checked against its contract.',
  examples: ['network.recommendations'],
  value: () => z.enum(ACTIONS.map(({ category, action }) => `${category}.${action}`)),
  beside: {
    params: describe(z.record(z.string(), z.unknown()), "The action's params; texts are templates.", [
      { limit: 10 },
    ]).optional(),
    save_as: describe(text(), 'The name under which later texts and conditions read the result.', [
      'recommended',
    ]).optional(),
  },
  done: 'when the action was done',
  otherwise: 'when it is not possible',
  reviewable: true,
  // The contract is read where its actions are asked for: few sequences have such a step.
  more: () => ({ allOf: rulesOfParams() }),
  snippet: 'action: <network.recommendations>\nsave_as: <recommended>',
};

const EXAMPLE = '- action: network.recommendations, with params: and save_as:';

export const actionStep: StepDescriptor<ActionNode> = {
  form,
  example: EXAMPLE,
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: needsNothing,
  makes: ({ save_as }) => (save_as === undefined ? [] : [save_as]),
  reached_as({ category, action, channel, params }) {
    if (category !== 'messages' || action !== 'send' || channel !== 'professional') return null;
    return params.inmail === true || params.recipient_urn !== undefined ? 'inmail' : 'message';
  },
  check(input) {
    const { context, value, entries } = input;
    const name = readText(context, value, 'an action', '`action: network.recommendations`');
    const definition = name && readDefinition(context, name);
    if (!definition) return null;
    const before = context.errorCount();
    const given = entries.get('params');
    const map = given
      ? readMap(context, given.value, 'params', 'Write `params: { profile_url: "{{ profile_url }}" }`.')
      : null;
    const { params, reads } = map ? readParams(input, definition, map) : { params: {}, reads: [] };
    if (context.errorCount() === before) checkParams(context, definition, params, map, name.place);
    const save_as = readSaveAs(input);
    if (context.errorCount() > before) return null;
    return {
      body: {
        kind: 'action',
        category: definition.category,
        action: definition.action,
        channel: channelOf(definition, params),
        params,
        ...(save_as === null ? {} : { save_as }),
        side_effect: definition.effect,
        limit_class: limitOf(definition, params),
        credits: creditsOf(definition, params),
      },
      reads,
    };
  },
};

function readDefinition(context: CheckContext, text: YamlText): ActionDefinition | null {
  const [category = '', action = '', ...rest] = text.value.trim().split('.');
  const definition = rest.length === 0 ? findAction(category, action) : undefined;
  if (definition) return definition;
  const names = ACTIONS.map((known) => `${known.category}.${known.action}`);
  const near = didYouMean(text.value.trim(), names);
  const ofCategory = ACTIONS.filter((known) => known.category === category).map((known) => known.action);
  const list = ofCategory.length > 0 ? `${category} has ${ofCategory.join(', ')}.` : `Write ${EXAMPLE.slice(2)}.`;
  context.report('SEQ025', text.place, `there is no action "${shorten(text.value)}"`, near ? sentence(near) : list);
  return null;
}

type Params = Readonly<Record<string, ParamValue>>;

/**
 * When several channels have the action, the recipient decides: an address is written to from a mailbox, a phone number by messenger.
 * Without a recipient it is the professional account, as for all steps that name no channel.
 */
function channelOf({ channels }: ActionDefinition, params: Params): ActionNode['channel'] {
  if (channels === 'none') return 'professional';
  if (channels.includes('email') && params.to !== undefined) return 'email';
  if (channels.includes('messenger') && params.phone_number !== undefined) return 'messenger';
  return channels.includes('professional') ? 'professional' : (channels[0] ?? 'professional');
}

function limitOf(definition: ActionDefinition, params: Params): ActionNode['limit_class'] {
  if (definition.charge.kind !== 'send') return definition.limit_class;
  const inmail = params.inmail === true || params.recipient_urn !== undefined;
  return sendClass(channelOf(definition, params), { inmail, ...(inmail ? { recipient_urn: '-' } : {}) });
}

/** The most credits that it costs: a list is charged for what it is asked for, or for one batch. */
function creditsOf(definition: ActionDefinition, params: Params): number {
  const { count } = params;
  const results = typeof count === 'number' ? count : (definition.pagination?.batch ?? 1);
  return chargeOf(definition, {
    params,
    results,
    media: params.media_link !== undefined || params.media_path !== undefined,
  });
}

type Reads = NonNullable<ReturnType<typeof checkTemplate>>['reads'][number][];

function readParams(input: StepInput, definition: ActionDefinition, map: YamlMap) {
  const known = paramsOf(definition);
  const reads: Reads = [];
  const params: Record<string, ParamValue> = {};
  for (const { key, key_place, value } of map.entries) {
    if (known && !known.includes(key)) {
      const near = didYouMean(key, known);
      const fix = near ? sentence(near) : known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.';
      input.context.report('SEQ007', key_place, `${nameOf(definition)} has no param "${shorten(key)}"`, fix);
    } else params[key] = readParam(input.context, value, reads);
  }
  return { params, reads };
}

function readParam(context: CheckContext, value: YamlValue, reads: Reads): ParamValue {
  switch (value.kind) {
    case 'text': {
      const checked = checkTemplate(context, value);
      reads.push(...(checked?.reads ?? []));
      return checked?.text ?? '';
    }
    case 'number':
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    case 'list':
      return value.items.map((item) => readParam(context, item, reads));
    case 'map':
      return Object.fromEntries(value.entries.map((entry) => [entry.key, readParam(context, entry.value, reads)]));
  }
}

/** Against the contract; what a template will make of a param is not known yet, so these are left to the service. */
function checkParams(
  context: CheckContext,
  definition: ActionDefinition,
  params: Readonly<Record<string, ParamValue>>,
  map: YamlMap | null,
  place: Place,
): void {
  const parsed = definition.params.safeParse(params);
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => !isTemplated(valueAt(params, path)));
  for (const { path, message } of issues) {
    const entry = map?.entries.find(({ key }) => key === String(path[0]));
    const where = path.map(String).join('.');
    if (!entry && valueAt(params, path) === undefined) {
      const fix = `Write it under \`params:\`, like \`params: { ${where}: … }\`.`;
      context.report('SEQ026', map?.place ?? place, `${nameOf(definition)} needs the param \`${where}\``, fix);
      continue;
    }
    const why = message.replace(/^Invalid input: /, '');
    const fix = `The contract of ${nameOf(definition)} says what its params are.`;
    context.report('SEQ026', entry?.value.place ?? place, `\`${where}\` of ${nameOf(definition)}: ${why}`, fix);
  }
  if (!parsed.success || Object.values(params).some((value) => isTemplated(value))) return;
  for (const rule of definition.rules?.(parsed.data, null) ?? []) {
    context.report('SEQ026', map?.place ?? place, `${nameOf(definition)}: ${rule}`, 'Change the params accordingly.');
  }
}

function isTemplated(value: unknown): boolean {
  if (typeof value === 'string') return /\{\{|\{%/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => isTemplated(item));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) ? inner[String(key)] : undefined;
  }, value);
}

const nameOf = ({ category, action }: ActionDefinition): string => `${category}.${action}`;

function readSaveAs({ context, entries }: StepInput): string | null {
  const entry = entries.get('save_as');
  const text = entry && readText(context, entry.value, '`save_as`', 'a name like colleagues');
  return text && isNewName(context, text.value, text.place) ? text.value : null;
}
