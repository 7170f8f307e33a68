import { unreachable } from '../../shared/kit/result.ts';
import type { Activity } from './reading/read-activity.ts';

/** Whether it may share its transaction with other events: it locks names and enrollments alone. */
export function canShare(activity: Activity): boolean {
  switch (activity.kind) {
    case 'accepted':
    case 'automatic':
    case 'notice':
    case 'refusal':
    case 'ignored':
      return true;
    case 'reply':
      return !activity.asks_to_stop;
    case 'in_doubt':
    case 'unsubscribed':
    case 'bounce':
    case 'complaint':
    case 'disconnection':
    case 'not_understood':
      return false;
    default:
      return unreachable(activity);
  }
}
