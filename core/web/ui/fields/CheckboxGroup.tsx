import type { ReactNode } from 'react'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Checkbox } from './Checkbox.tsx'
import * as styles from './CheckboxGroup.css.ts'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'

export interface CheckboxChoice<Id extends string> {
  id: Id
  label: ReactNode
  /** Names the control where its label is drawn, such as one with formulas. */
  name?: string | undefined
  description?: ReactNode
  isDisabled?: boolean
}

export interface CheckboxGroupProps<Id extends string> extends Omit<FieldTexts, 'label' | 'isLabelHidden'> {
  label: ReactNode
  options: readonly CheckboxChoice<Id>[]
  value: readonly Id[]
  /** In the order of the options. */
  onChange: (value: Id[]) => void
  isDisabled?: boolean
}

/** Any number of a few choices. */
export function CheckboxGroup<Id extends string>({
  label,
  help,
  error,
  isOptional,
  options,
  value,
  onChange,
  isDisabled,
}: CheckboxGroupProps<Id>) {
  return (
    <AriaCheckboxGroup
      value={[...value]}
      onChange={(chosen) => onChange(options.map(({ id }) => id).filter((id) => chosen.includes(id)))}
      isDisabled={isDisabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className={styles.choices}>
        {options.map((option) => (
          <Checkbox
            key={option.id}
            value={option.id}
            label={option.label}
            aria-label={option.name}
            help={option.description}
            isDisabled={option.isDisabled}
          />
        ))}
      </div>
      <FieldHints help={help} error={error} />
    </AriaCheckboxGroup>
  )
}
