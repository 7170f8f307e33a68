import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import classes from './parts.module.css';
import { sayProblem } from './say-problem.ts';

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** The things that are still there. */
  readonly kept: string;
}

/** One part of a page that fails, or whose code is of a build that is gone, fails alone: what stands beside it goes on. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { children, kept } = this.props;
    if (this.state.error === null) return children;
    return (
      <div className={classes.error} role="alert">
        <h2>This part could not be shown</h2>
        <p>
          {sayProblem(this.state.error).text} {kept}
        </p>
        <Button variant="default" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    );
  }
}
