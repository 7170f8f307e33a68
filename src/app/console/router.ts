import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CELL_WORDS } from './accounts/calendar/cell-place.ts';
import { CAMPAIGN_WORDS } from './campaigns/campaign-address.ts';
import { NARROWS } from './inbox/filter-of.ts';
import { words } from './parts/search.ts';
import { PEOPLE_WORDS } from './people/people-filter.ts';
import { NotFound } from './shell/not-found.tsx';
import { followOldLink } from './shell/old-links.ts';
import { Shell } from './shell/shell.tsx';
import { WhatFailed } from './shell/what-failed.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: WhatFailed });

// Each page is loaded when it is opened; what the address may say of it stands here.
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: followOldLink,
    component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: words('id', 'state', 'waiting_for', 'q', ...NARROWS),
    component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox/unmatched',
    component: lazyRouteComponent(() => import('./inbox/unmatched/unmatched-page.tsx'), 'UnmatchedPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    validateSearch: words('assignee'),
    component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: words('status', 'sequence', 'account_id', 'q', 'sort'),
    component: lazyRouteComponent(() => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/new-campaign',
    validateSearch: words('sequence'),
    component: lazyRouteComponent(() => import('./campaigns/begin/new-campaign-page.tsx'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/compare-campaigns',
    validateSearch: words('one', 'other'),
    component: lazyRouteComponent(() => import('./campaigns/compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id',
    validateSearch: words(...CAMPAIGN_WORDS),
    component: lazyRouteComponent(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sequences',
    component: lazyRouteComponent(() => import('./sequences/sequences-page.tsx'), 'SequencesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sequences/$name',
    validateSearch: words('view', 'from'),
    component: lazyRouteComponent(() => import('./sequences/sequence-page.tsx'), 'SequencePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/new-sequence',
    validateSearch: words('view', 'example'),
    component: lazyRouteComponent(() => import('./sequences/new-sequence-page.tsx'), 'NewSequencePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accounts',
    validateSearch: words('view', ...CELL_WORDS),
    component: lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accounts/$id',
    validateSearch: words(...CELL_WORDS),
    component: lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    validateSearch: words(...PEOPLE_WORDS),
    component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/$id',
    component: lazyRouteComponent(() => import('./people/person-page.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/enrollments/$id',
    component: lazyRouteComponent(() => import('./people/enrollment-page.tsx'), 'EnrollmentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: words('part', 'id', 'q', 'lead_id'),
    component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: WhatFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
