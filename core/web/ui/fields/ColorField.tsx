import * as styles from './ColorField.css.ts'
import { TextField } from './TextField.tsx'
import type { TextFieldProps } from './TextField.tsx'
import { t } from '../../text.ts'
import { parseHex, toHex } from '#core/contract/contrast.ts'

export interface ColorFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'multiline' | 'rows' | 'end'
> {
  /** `#rrggbb`, or whatever is being typed. */
  value: string
  onChange: (value: string) => void
  /** Color that the picker shows while the text is not a valid color. */
  fallback: string
}

/** A color, typed as hex or picked with the browser's own picker. */
export function ColorField({ value, onChange, fallback, label, ...props }: ColorFieldProps) {
  const parsed = parseHex(value)
  return (
    <TextField
      {...props}
      label={label}
      value={value}
      onChange={onChange}
      spellCheck="false"
      autoComplete="off"
      end={
        <input
          type="color"
          aria-label={t('Pick the {color}', { color: label.toLowerCase() })}
          className={styles.picker}
          value={parsed ? toHex(parsed) : fallback}
          disabled={props.isDisabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  )
}
