import { fold } from '#core/contract/fold.ts'
import { ChevronsUpDown, X } from 'lucide-react'
import { useState } from 'react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import type { ComboBoxProps as AriaComboBoxProps } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { ListBox } from 'react-aria-components/ListBox'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import { t } from '../../text.ts'
import { ComboBoxInput, ComboBoxPopover } from './ComboBoxParts.tsx'
import * as styles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { OptionItem } from './OptionItem.tsx'
import type { Option } from './OptionItem.tsx'
import * as popover from '../overlays/Popover.css.ts'
import { Spinner } from '../feedback/Spinner.tsx'

export interface ComboBoxProps<Id extends string | number>
  extends
    Pick<AriaComboBoxProps<Option<Id>>, 'isDisabled' | 'isRequired' | 'name' | 'className' | 'onBlur' | 'autoFocus'>,
    FieldTexts {
  /**
   * Options that match the text. With `onInputChange` they come from the server; without, all of them, filtered here.
   */
  options: readonly Option<Id>[]
  value: Id | null | undefined
  onChange: (value: Id | null) => void
  /** Keeps the field empty for the next choice: the chosen option goes elsewhere. */
  staysEmpty?: boolean
  /** The chosen option's label, needed when it may not be among `options`. */
  selectedLabel?: string
  /** Debounce it yourself with `useDebounced`. */
  onInputChange?: (text: string) => void
  isLoading?: boolean
  placeholder?: string
  /** Text for when nothing matches. */
  emptyText?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * One of choices without a limit: people type, the server searches. For choices that are all known beforehand, Select,
 * which becomes one of these by itself where they are many.
 */
export function ComboBox<Id extends string | number = string>({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  options,
  value,
  onChange,
  staysEmpty,
  selectedLabel,
  onInputChange,
  isLoading,
  placeholder,
  emptyText = 'Nothing found',
  ref,
  ...props
}: ComboBoxProps<Id>) {
  const labelOfValue = () => options.find((option) => option.id === value)?.label ?? selectedLabel ?? ''
  // While someone types, the text is theirs; otherwise it is the label of what is chosen, wherever that came from.
  const [typed, setTyped] = useState<string>()
  // React Aria closes the list when the value changes: where the field stays empty, what is chosen is its value until then.
  const [passing, setPassing] = useState<Id>()
  const changeText = (text: string) => {
    setTyped(text)
    onInputChange?.(text)
  }
  const stopTyping = () => {
    setTyped(undefined)
    onInputChange?.('')
  }
  const text = typed ?? labelOfValue()
  const shown =
    onInputChange || typed === undefined
      ? options
      : options.filter((option) => fold(option.label).includes(fold(typed)))
  return (
    <AriaComboBox
      {...props}
      items={shown}
      value={value ?? passing ?? null}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        stopTyping()
        if (staysEmpty) setPassing(chosen?.id)
        onChange(chosen ? chosen.id : null)
      }}
      inputValue={text}
      onInputChange={(next) => {
        if (next !== text) changeText(next)
      }}
      onOpenChange={(isOpen) => {
        // Choosing writes the label into the field; the next opening offers everything again.
        if (isOpen) return
        stopTyping()
        setPassing(undefined)
      }}
      aria-label={isLabelHidden ? label : undefined}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      allowsEmptyCollection
      className={composeRenderProps(props.className, (className) =>
        [styles.field, className].filter(Boolean).join(' '),
      )}
    >
      {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
      <Group className={styles.group}>
        <ComboBoxInput ref={ref} placeholder={placeholder} />
        {value !== null && value !== undefined && !props.isRequired && (
          <AriaButton
            slot={null}
            className={styles.insideButton}
            aria-label={t('Clear {label}', { label })}
            onPress={() => {
              stopTyping()
              onChange(null)
            }}
          >
            <X size={16} aria-hidden />
          </AriaButton>
        )}
        <AriaButton className={styles.insideButton}>
          {/* In its place, so that the field does not grow while it searches. */}
          {isLoading ? <Spinner /> : <ChevronsUpDown size={16} aria-hidden />}
        </AriaButton>
      </Group>
      <FieldHints help={help} error={error} />
      <ComboBoxPopover>
        <ListBox
          items={shown}
          className={popover.list}
          renderEmptyState={() => <div className={popover.note}>{isLoading ? t('Searching…') : emptyText}</div>}
        >
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </ComboBoxPopover>
    </AriaComboBox>
  )
}
