import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Choice } from './choice.tsx';

interface AccountChoiceProps {
  readonly value: string;
  onChoose(value: string): void;
}

/** One of our sender accounts, or any. */
export function AccountChoice(props: AccountChoiceProps) {
  const may = useMay();
  const { data } = useQuery({
    ...ask('listAccounts', { query: { limit: 1000, sort: 'name' } }),
    enabled: may('listAccounts'),
  });
  const options = (data?.items ?? []).map(({ id, name, platform }) => [id, `${name} (${platform})`] as const);
  return <Choice label="Account" none="any account" options={options} {...props} />;
}
