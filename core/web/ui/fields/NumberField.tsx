import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
import type { NumberFieldProps as AriaNumberFieldProps } from 'react-aria-components/NumberField'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'

export interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, 'children' | 'value' | 'defaultValue' | 'onChange'>, FieldTexts {
  /** `null` is an empty field. */
  value?: number | null
  onChange?: (value: number | null) => void
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** A number with buttons to step it. `formatOptions` (Intl) shows money or percents; `minValue`, `maxValue`, `step`. */
export function NumberField({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  value,
  onChange,
  placeholder,
  ref,
  ...props
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...props}
      value={value === null ? Number.NaN : value}
      onChange={(next) => onChange?.(Number.isNaN(next) ? null : next)}
      aria-label={isLabelHidden ? label : props['aria-label']}
      isInvalid={Boolean(error) || props.isInvalid}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [styles.field, className].filter(Boolean).join(' '),
      )}
    >
      {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
      <Group className={styles.group}>
        <Input ref={ref} placeholder={placeholder} className={styles.bare} />
        <AriaButton slot="decrement" className={styles.insideButton}>
          <Minus size={16} aria-hidden />
        </AriaButton>
        <AriaButton slot="increment" className={styles.insideButton}>
          <Plus size={16} aria-hidden />
        </AriaButton>
      </Group>
      <FieldHints help={help} error={error} />
    </AriaNumberField>
  )
}
