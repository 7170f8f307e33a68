import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { Tag } from '../parts/tag.tsx';
import classes from './settings.module.css';
import { VirtualTime } from './virtual-time.tsx';

type Examination = ResultOf<'examineEnvironment'>;

/** Shows what `overture doctor` says on the machine of the API. */
export function Environment() {
  const examination = useQuery(ask('examineEnvironment'));
  return (
    <Answered query={examination} rows={10}>
      {({ findings, variables }) => (
        <>
          <VirtualTime />
          <Findings findings={findings} />
          <Variables variables={variables} />
        </>
      )}
    </Answered>
  );
}

const Findings = ({ findings }: Pick<Examination, 'findings'>) => (
  <table className={classes.environment}>
    <caption>What was looked at</caption>
    <tbody>
      {findings.map(({ name, ok, text, fix }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <Tag tone={ok ? 'good' : 'bad'}>{ok ? 'good' : 'wrong'}</Tag>
          </td>
          <td>
            {text}
            {fix !== undefined && <small>{fix}</small>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Variables = ({ variables }: Pick<Examination, 'variables'>) => (
  <table className={classes.environment}>
    <caption>Settings: each is a variable of the environment; secrets are not shown</caption>
    <tbody>
      {variables.map(({ name, value, source, about }) => (
        <tr key={name} data-set={source !== 'default'}>
          <th scope="row">{name}</th>
          <td>{source}</td>
          <td>
            {value}
            <small>{about}</small>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
