import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import type { SelectProps as AriaSelectProps } from 'react-aria-components/Select'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { OptionItem } from './OptionItem.tsx'
import type { Option } from './OptionItem.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import * as popover from '../overlays/Popover.css.ts'
import * as styles from './Select.css.ts'

export interface SelectProps<Id extends string | number>
  extends Pick<AriaSelectProps<Option<Id>>, 'isDisabled' | 'isRequired' | 'name' | 'onBlur' | 'autoFocus'>, FieldTexts {
  options: readonly Option<Id>[]
  value: Id | null | undefined
  onChange: (value: Id) => void
  placeholder?: string
  className?: string
  /** Shows the choice as a placeholder: it narrows nothing. */
  isQuiet?: boolean
  ref?: Ref<HTMLButtonElement & HTMLInputElement>
}

/** The most options that a list is read through; more are searched by typing. */
const MAX_SELECT_OPTIONS = 24

/** In a chunk of its own: learners' pages have short lists and load none of it. */
const ComboBox = lazy(async () => ({ default: (await import('./ComboBox.tsx')).ComboBox }))

/** One of the choices given: a list up to `MAX_SELECT_OPTIONS`, a ComboBox beyond. For those of the server, ComboBox. */
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
  isQuiet,
  ref,
  ...props
}: SelectProps<Id>) {
  const choose = (key: string | number | null) => {
    const chosen = options.find((option) => option.id === key)
    if (chosen) onChange(chosen.id)
  }
  if (options.length > MAX_SELECT_OPTIONS) {
    return (
      <Suspense fallback={<ComboBoxSkeleton {...{ label, isLabelHidden, isOptional }} />}>
        <ComboBox
          {...props}
          {...{ label, help, isLabelHidden, isOptional, options, value, placeholder, ref }}
          {...(error !== undefined && { error })}
          isRequired
          onChange={choose}
        />
      </Suspense>
    )
  }
  return (
    <AriaSelect
      {...props}
      value={value ?? null}
      onChange={choose}
      placeholder={placeholder}
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={[fieldStyles.field, props.className].filter(Boolean).join(' ')}
    >
      {({ isInvalid }) => (
        <>
          {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
          <AriaButton ref={ref} className={styles.trigger} data-invalid={isInvalid || undefined}>
            <SelectValue className={isQuiet ? `${styles.value} ${styles.quiet}` : styles.value}>
              {({ isPlaceholder, selectedText, defaultChildren }) =>
                isPlaceholder ? defaultChildren : (options.find(({ id }) => id === value)?.drawn ?? selectedText)
              }
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

function ComboBoxSkeleton({
  label,
  isLabelHidden,
  isOptional,
}: Pick<FieldTexts, 'label' | 'isLabelHidden' | 'isOptional'>) {
  return (
    <div className={fieldStyles.field}>
      {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
      <Skeleton height={40} />
    </div>
  )
}
