export interface DevReporter {
  /** A step began, or a long one goes on. */
  progress(line: string): void;
  /** A part is up. */
  up(name: string, detail: string): void;
  /** Something a person should know. */
  notice(line: string): void;
}
