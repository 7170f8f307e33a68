import type { ComponentType } from 'react';
import type { OperationName } from '../../api-contract/api-operations.ts';
import { AuditLog } from './audit-log.tsx';
import { BadAddresses } from './bad-addresses.tsx';
import { DoNotContact } from './do-not-contact.tsx';
import { Environment } from './environment.tsx';
import { Erasures } from './erasures/erasures.tsx';
import { Keys } from './keys.tsx';
import { Labels } from './labels.tsx';
import { Retention } from './retention.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { Sessions } from './sessions.tsx';
import { Users } from './users.tsx';
import { Webhooks } from './webhooks.tsx';

interface SettingsPart {
  /** In the address. */
  readonly part: string;
  readonly title: string;
  /** The operation without which nobody sees the part. */
  readonly needs: OperationName;
  readonly Body: ComponentType;
}

export const SETTINGS_PARTS: readonly SettingsPart[] = [
  { part: 'do-not-contact', title: 'Do not contact', needs: 'listSuppressions', Body: DoNotContact },
  { part: 'bad-addresses', title: 'Bad addresses', needs: 'listAddressReports', Body: BadAddresses },
  { part: 'saved-answers', title: 'Saved answers', needs: 'listSavedAnswers', Body: SavedAnswers },
  { part: 'labels', title: 'Labels', needs: 'listLabels', Body: Labels },
  { part: 'users', title: 'Users', needs: 'listUsers', Body: Users },
  { part: 'sessions', title: 'Who is signed in', needs: 'listSessions', Body: Sessions },
  { part: 'keys', title: 'Keys', needs: 'listKeys', Body: Keys },
  { part: 'webhooks', title: 'Webhooks', needs: 'listWebhooks', Body: Webhooks },
  { part: 'audit-log', title: 'Audit log', needs: 'listAuditLog', Body: AuditLog },
  { part: 'erasures', title: 'Erasures', needs: 'listErasures', Body: Erasures },
  { part: 'retention', title: 'Retention', needs: 'getRetention', Body: Retention },
  { part: 'environment', title: 'Environment', needs: 'examineEnvironment', Body: Environment },
];
