import { channelOf, isSendClass, limitClassOf } from '../plan/node-traits.ts';
import type { ChannelName, LimitClass } from '../plan/plan.ts';
import type { Graph } from './compile.ts';
import type { Reporter } from './diagnostic.ts';
import { LIMIT_KEYS } from './header/limits.ts';
import type { Certain } from './paths.ts';
import type { SequenceSyntax } from './syntax.ts';

/** What must hold on every path, or the sequence is refused; and the warnings that need the whole sequence. */
export function provePaths(
  syntax: SequenceSyntax,
  graph: Graph,
  certain: ReadonlyMap<string, Certain>,
  reporter: Reporter,
): void {
  const reported = new Set<string>();
  const once = (key: string, report: () => void): void => {
    if (!reported.has(key)) report();
    reported.add(key);
  };
  for (const [id, { node, step }] of graph.nodes) {
    const here = certain.get(id);
    if (!here || !step) continue;
    const { place } = step;
    const channel = channelOf(node);
    if (channel && hasNone(syntax.senders, channel)) {
      once(channel, () => {
        const fix = `Add \`${channel}: [acc_…]\` to senders, or leave senders out to choose the accounts at enrollment.`;
        reporter.report('SEQ032', place, `\`${node.kind}\` needs a sender for ${channel}, and senders names none`, fix);
      });
    }
    const limited = limitClassOf(node);
    if (limited) once(`limit ${limited}`, () => proveLimit(syntax, limited, place, reporter));
    if (node.kind === 'message' && !here.connected && node.else === undefined) {
      const fix = 'Put it under the `then` of `wait_for: accepted_invitation`, or give it an `else`.';
      reporter.report('SEQ030', place, 'the lead may not be connected when this message is due', fix);
    }
    if (node.kind === 'inmail' && node.else === undefined) {
      const fix = 'Say under `else:` what to do then, even if it is only `- end: no_inmail`.';
      reporter.report('SEQ031', place, 'this InMail does not say what happens when InMail is impossible', fix);
    }
    if (node.kind === 'email' && node.subject === undefined && !here.emailed) {
      const fix = 'Add `subject:`, or put it behind an email that is sent on every path.';
      reporter.report('SEQ034', place, 'this email has no subject, and there may be no earlier email to answer', fix);
    }
  }
}

/** `senders` left out altogether means: chosen at enrollment. */
function hasNone(senders: SequenceSyntax['senders'], channel: ChannelName): boolean {
  return Object.keys(senders).length > 0 && (senders[channel] ?? []).length === 0;
}

function proveLimit(
  syntax: SequenceSyntax,
  limited: LimitClass,
  place: { offset: number; end: number },
  reporter: Reporter,
): void {
  const caps = syntax.limits[limited] ?? [];
  const key = Object.entries(LIMIT_KEYS).find(([, name]) => name === limited)?.[0] ?? limited;
  const zero = caps.find((cap) => cap.count === 0);
  if (zero) {
    const fix = `Raise \`${key}\`, or remove the step.`;
    reporter.report('SEQ035', place, `${key} are limited to 0 per ${zero.per}, so this step would never happen`, fix);
  } else if (caps.length === 0 && isSendClass(limited)) {
    reporter.report('SEQ054', place, `${key} have no limit in this sequence`, `Add \`${key}: 20/day\` to limits.`);
  }
}
