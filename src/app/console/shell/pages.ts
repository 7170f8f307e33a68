import type { OperationName } from '../../api-contract/api-operations.ts';

export interface NavigationPage {
  readonly title: string;
  readonly to: '/' | '/inbox' | '/tasks' | '/campaigns' | '/people' | '/sequences' | '/accounts' | '/settings';
  /** `g` and this key open it. */
  readonly key: string;
  /** The operation without which nobody sees the page. */
  readonly needs: OperationName;
  /** The count of `useCounts` that says how much of the page needs somebody. */
  readonly counts?: 'answers' | 'tasks' | 'campaigns' | 'accounts';
}

/** The pages of the navigation, in its order. */
export const PAGES: readonly NavigationPage[] = [
  { title: 'Home', to: '/', key: 'h', needs: 'getMe' },
  { title: 'Inbox', to: '/inbox', key: 'i', needs: 'listConversations', counts: 'answers' },
  { title: 'Tasks', to: '/tasks', key: 't', needs: 'listTasks', counts: 'tasks' },
  { title: 'Campaigns', to: '/campaigns', key: 'c', needs: 'listCampaigns', counts: 'campaigns' },
  { title: 'People', to: '/people', key: 'p', needs: 'listLeads' },
  { title: 'Sequences', to: '/sequences', key: 's', needs: 'listSequences' },
  { title: 'Accounts', to: '/accounts', key: 'a', needs: 'listAccounts', counts: 'accounts' },
  { title: 'Settings', to: '/settings', key: ',', needs: 'listSuppressions' },
];
