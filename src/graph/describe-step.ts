import { formatDuration } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { Node } from '../plan/node.ts';
import type { WaitDuration } from '../plan/nodes/wait.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Description {
  readonly title: string;
  readonly detail: string;
}

/** What a step does, in a few words, and the text that belongs to it. */
export function describeStep(node: Node): Description {
  const { title, detail = '' } = bare(node);
  const condition = 'condition' in node && node.condition !== undefined ? `only if ${node.condition}` : '';
  const review = 'review' in node && node.review ? 'after review' : '';
  return { title, detail: [condition, review, detail].filter(Boolean).join(' · ') };
}

function bare(node: Node): { readonly title: string; readonly detail?: string } {
  switch (node.kind) {
    case 'visit':
      return { title: 'Visit' };
    case 'invite':
      return { title: 'Invite', detail: node.note ?? '' };
    case 'message':
      return {
        title: node.channel === 'messenger' ? 'Message by messenger' : 'Message',
        detail: node.text ?? 'a file',
      };
    case 'inmail':
      return { title: 'InMail', detail: node.subject };
    case 'email':
      return { title: node.thread ? 'Email in the thread' : 'Email', detail: node.subject ?? node.text ?? '' };
    case 'withdraw':
      return { title: 'Withdraw the invitation' };
    case 'enrich':
      return { title: `Look up the ${node.what === 'contact' ? 'contact details' : node.what}` };
    case 'check':
      return { title: `Check the ${node.what}` };
    case 'like':
      return { title: 'Like the latest post' };
    case 'react':
      return { title: 'React to the latest post', detail: node.reaction_type.toLowerCase() };
    case 'comment':
      return { title: 'Comment on the latest post', detail: node.text };
    case 'action':
      return { title: `${node.category}.${node.action}`, detail: node.save_as ? `saved as ${node.save_as}` : '' };
    case 'wait':
      return { title: waitTitle(node.duration) };
    case 'wait_for':
      return { title: node.event === 'reply' ? 'Wait for a reply' : 'Wait for the invitation to be accepted' };
    case 'if':
      return { title: node.test };
    case 'split':
      return { title: 'Split' };
    case 'task':
      return { title: node.assignee ? `Task for ${node.assignee}` : 'Task', detail: node.text };
    case 'set':
      return { title: 'Set', detail: [...Object.keys(node.vars), ...(node.tags ?? [])].join(', ') };
    case 'run':
      return { title: `Continue in ${node.sequence}` };
    case 'repeat':
      return { title: 'Repeat' };
    case 'end':
      return { title: `End: ${node.outcome.replaceAll('_', ' ')}` };
    default:
      return unreachable(node);
  }
}

function waitTitle(duration: WaitDuration): string {
  switch (duration.unit) {
    case 'ms':
      return `Wait ${formatDuration(duration.count)}`;
    case 'business_days':
      return `Wait ${duration.count} business day${duration.count === 1 ? '' : 's'}`;
    case 'until':
      return `Wait until ${duration.at.replace('T', ' ')}`;
    case 'weekday': {
      const [hour, minute] = [Math.floor(duration.minutes / 60), duration.minutes % 60];
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      return `Wait until ${WEEKDAYS[duration.weekday] ?? 'the day'} ${time}`;
    }
    default:
      return unreachable(duration);
  }
}
