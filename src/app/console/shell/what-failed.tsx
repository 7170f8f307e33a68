import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageFrame } from '../parts/page-frame.tsx';

/** In place of a page that made a mistake, or whose code is of a build that is gone; what is around it goes on. */
export function WhatFailed({ error, reset }: ErrorComponentProps) {
  // In the words of Chromium and Firefox, and of Safari.
  const isOfAnotherBuild = /dynamically imported module|Importing a module script failed/.test(messageOf(error));
  return (
    <PageFrame title="This page could not be shown">
      <ErrorNotice error={error} onRetry={isOfAnotherBuild ? () => location.reload() : reset} />
    </PageFrame>
  );
}
