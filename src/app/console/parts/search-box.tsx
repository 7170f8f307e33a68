import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';

/** Wall milliseconds without a key, after which it is looked for. */
const TYPED_FOR = 250;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly begun?: string | undefined;
  onWords(words: string): void;
}

/** Words that a list is looked through for, as they are typed. */
export function SearchBox({ label, placeholder, begun = '', onWords }: SearchBoxProps) {
  const search = useDebouncedCallback((words: string) => onWords(words.trim()), TYPED_FOR);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      defaultValue={begun}
      onChange={(event) => search(event.currentTarget.value)}
    />
  );
}
