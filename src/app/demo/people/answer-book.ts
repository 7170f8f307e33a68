import { z } from 'zod';
import { readJson, writeJson } from '../../main/home.ts';

const entry = z.object({
  /** One person does one thing of a kind at a time. */
  once: z.string(),
  /** Virtual time, epoch milliseconds. */
  due: z.number(),
  is: z.enum(['reply', 'absence', 'unsubscribe']),
  text: z.string(),
  by: z.object({ name: z.string(), email: z.string() }),
  mail: z.object({
    from: z.object({ name: z.string(), email: z.string() }),
    subject: z.string(),
    message_id: z.string(),
    references: z.array(z.string()),
    text: z.string(),
    at: z.number(),
    /** The URL of `List-Unsubscribe`; null: the mail has no link for one click. */
    unsubscribe_url: z.string().nullable(),
  }),
});
export type BookedAnswer = z.output<typeof entry>;

export interface AnswerBook {
  /** Those that the person is not about to do already. */
  add(answers: readonly BookedAnswer[]): void;
  /** The one that is due first. It stays until it is struck out: who dies in between gives the very same answer again. */
  due(now: number): BookedAnswer | null;
  strikeOut(answer: BookedAnswer): void;
  /** Until `due`, virtual time. */
  putOff(answer: BookedAnswer, due: number): void;
  /** Virtual time at which the next one is due. */
  nextDue(): number | null;
}

/** Opens the file that keeps what people are about to do: a restart forgets none of it. */
export function openAnswerBook(file: string): AnswerBook {
  const stored = z.array(entry).safeParse(readJson(file));
  let entries: readonly BookedAnswer[] = stored.success ? stored.data : [];
  const keep = (changed: readonly BookedAnswer[]) => {
    entries = changed.toSorted((one, other) => one.due - other.due);
    writeJson(file, entries);
  };
  return {
    add(answers) {
      const added = answers.filter(({ once }) => !entries.some((entry) => entry.once === once));
      if (added.length > 0) keep([...entries, ...added]);
    },
    due(now) {
      const [first] = entries;
      return first && first.due <= now ? first : null;
    },
    strikeOut: ({ once }) => keep(entries.filter((other) => other.once !== once)),
    putOff: ({ once }, due) => keep(entries.map((other) => (other.once === once ? { ...other, due } : other))),
    nextDue: () => entries[0]?.due ?? null,
  };
}
