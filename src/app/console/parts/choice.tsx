import controls from './controls.module.css';
import classes from './parts.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  /** The title of the choice of nothing; absent: something is always chosen. */
  readonly none?: string;
  readonly options: readonly (readonly [value: Value, title: string])[];
  onChoose(value: string): void;
}

/** One of several, by the browser's own control. */
export function Choice<Value extends string>({ label, value, none, options, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      className={`${controls.input} ${classes.choice}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {/* What an address says and no list knows is shown too: else it would filter unseen. */}
      {value !== '' && !options.some(([one]) => one === value) && <option value={value}>{value}</option>}
      {options.map(([one, title]) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </select>
  );
}
