import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import type { RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components/RadioGroup'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import type { ReactNode } from 'react'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import * as styles from './Toggle.css.ts'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  help?: ReactNode
  isDisabled?: boolean
}

export interface RadioGroupProps<Value extends string>
  extends Omit<AriaRadioGroupProps, 'children' | 'value' | 'defaultValue' | 'onChange'>, FieldTexts {
  options: readonly RadioOption<Value>[]
  value: Value | null | undefined
  onChange: (value: Value) => void
}

/** One of two to five choices that deserve to be seen side by side. */
export function RadioGroup<Value extends string>({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  options,
  value,
  onChange,
  ...props
}: RadioGroupProps<Value>) {
  return (
    <AriaRadioGroup
      {...props}
      value={value ?? null}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onChange(chosen.value)
      }}
      aria-label={isLabelHidden ? label : props['aria-label']}
      isInvalid={Boolean(error) || props.isInvalid}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [fieldStyles.field, className].filter(Boolean).join(' '),
      )}
    >
      {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
      <div className={styles.group}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} isDisabled={option.isDisabled} className={styles.row}>
            <span className={styles.dot} />
            <span className={styles.texts}>
              {option.label}
              {option.help && <span className={styles.hint}>{option.help}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldHints help={help} error={error} />
    </AriaRadioGroup>
  )
}
