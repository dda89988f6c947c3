import { useImperativeHandle, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from 'react-aria-components/RadioGroup'
import type { RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components/RadioGroup'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import * as styles from './RadioGroup.css.ts'

export interface RadioChoice<Id extends string> {
  id: Id
  label: ReactNode
  /** Names the control where its label is drawn, such as one with formulas. */
  name?: string | undefined
  description?: ReactNode
  isDisabled?: boolean
}

export interface RadioGroupProps<Id extends string>
  extends
    Pick<AriaRadioGroupProps, 'isDisabled' | 'isRequired' | 'name' | 'className' | 'onBlur'>,
    Omit<FieldTexts, 'label' | 'isLabelHidden'> {
  label: ReactNode
  options: readonly RadioChoice<Id>[]
  value: Id | null | undefined
  onChange: (value: Id) => void
  ref?: Ref<{ focus: () => void }>
}

/** One of two to five choices that are worth comparing side by side; of more, a Select. */
export function RadioGroup<Id extends string>({
  label,
  help,
  error,
  isOptional,
  options,
  value,
  onChange,
  ref,
  ...props
}: RadioGroupProps<Id>) {
  const group = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => {
      const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')
      ;(chosen ?? group.current?.querySelector('input'))?.focus()
    },
  }))
  return (
    <AriaRadioGroup
      {...props}
      ref={group}
      value={value ?? null}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        if (chosen) onChange(chosen.id)
      }}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [fieldStyles.field, className].filter(Boolean).join(' '),
      )}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className={styles.choices}>
        {options.map((option) => (
          <RadioField key={option.id} value={option.id} aria-label={option.name} isDisabled={option.isDisabled}>
            <RadioButton className={styles.row}>
              <span className={styles.ring} />
              <span className={styles.words}>{option.label}</span>
            </RadioButton>
            {option.description && (
              <Text slot="description" className={styles.description}>
                {option.description}
              </Text>
            )}
          </RadioField>
        ))}
      </div>
      <FieldHints help={help} error={error} />
    </AriaRadioGroup>
  )
}
