export interface TaskRow {
  readonly id: string;
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly kind: 'task' | 'review' | 'unknown_outcome';
  readonly text: string;
  readonly preview: Readonly<Record<string, unknown>>;
  readonly status: 'open' | 'done';
  readonly decision: string | null;
  readonly note: string | null;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
}
