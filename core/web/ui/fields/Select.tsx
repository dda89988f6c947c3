import { ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import type { SelectProps as AriaSelectProps } from 'react-aria-components/Select'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { OptionItem } from './OptionItem.tsx'
import type { Option } from './OptionItem.tsx'
import * as popover from '../overlays/Popover.css.ts'
import * as styles from './Select.css.ts'

export interface SelectProps<Id extends string | number>
  extends
    Pick<AriaSelectProps<Option<Id>>, 'isDisabled' | 'isRequired' | 'name' | 'className' | 'onBlur' | 'autoFocus'>,
    FieldTexts {
  options: readonly Option<Id>[]
  value: Id | null | undefined
  onChange: (value: Id) => void
  placeholder?: string
  ref?: Ref<HTMLButtonElement>
}

/** One of a few choices, all known beforehand. For many, or for those of the server, ComboBox. */
export function Select<Id extends string | number = string>({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  ref,
  ...props
}: SelectProps<Id>) {
  return (
    <AriaSelect
      {...props}
      value={value ?? null}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen) onChange(chosen.id)
      }}
      placeholder={placeholder}
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [fieldStyles.field, className].filter(Boolean).join(' '),
      )}
    >
      {({ isInvalid }) => (
        <>
          {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
          <AriaButton ref={ref} className={styles.trigger} data-invalid={isInvalid || undefined}>
            <SelectValue className={styles.value}>
              {({ isPlaceholder, selectedText, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
            </SelectValue>
            <ChevronsUpDown size={16} aria-hidden className={styles.arrow} />
          </AriaButton>
          <FieldHints help={help} error={error} />
          <Popover className={`${popover.popover} ${popover.asWideAsTrigger}`} offset={4}>
            <ListBox items={options} className={popover.list}>
              {(option) => <OptionItem option={option} />}
            </ListBox>
          </Popover>
        </>
      )}
    </AriaSelect>
  )
}
