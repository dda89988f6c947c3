import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { useLocale } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import * as styles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { formatTyped, readTyped, stepNumber, type NumberRules, type TypedNumber } from './typedNumber.ts'

type Kept =
  | 'className'
  | 'autoFocus'
  | 'id'
  | 'isDisabled'
  | 'isInvalid'
  | 'isReadOnly'
  | 'isRequired'
  | 'name'
  | 'onBlur'

export interface NumberFieldProps extends Pick<AriaTextFieldProps, Kept | 'aria-label'>, FieldTexts, NumberRules {
  /** `null` is an empty field. */
  value?: number | null
  /**
   * Gets NaN when what was typed is no number that the field takes: it stays as it was typed, the field says why, and
   * forms and calls refuse it, so that no earlier number is saved in its place.
   */
  onChange?: (value: number | null) => void
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A number with buttons to step it. What is typed is read alike in every language and never changed: a number that can be
 * read in two ways is asked about, and one beyond `minValue`, `maxValue` or `formatOptions` is refused in words.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, help, error, isOptional, isLabelHidden, value, onChange, placeholder, ref } = props
  const { minValue, maxValue, step, formatOptions, onBlur, className, ...field } = props
  const { locale } = useLocale()
  const rules = { minValue, maxValue, step, formatOptions }
  const known = value === undefined || value === null || Number.isNaN(value) ? null : value
  // undefined: the value is shown as it is.
  const [typed, setTyped] = useState<string>()
  const [read, setRead] = useState<TypedNumber>()
  const take = (next: number | null) => {
    setTyped(undefined)
    setRead(undefined)
    if (next !== known || Number.isNaN(value)) onChange?.(next)
  }
  const commit = () => {
    if (typed === undefined) return
    const now = readTyped(typed, rules)
    if (now.kind === 'taken') return take(now.value)
    setRead(now)
    onChange?.(Number.NaN)
  }
  const stepBy = (steps: number) => {
    const now = typed === undefined ? undefined : readTyped(typed, rules)
    take(stepNumber(now?.kind === 'taken' ? now.value : known, steps, rules))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (steps === undefined || field.isReadOnly) return
    event.preventDefault()
    stepBy(steps)
  }
  const fault = read?.kind === 'refused' ? read.words : read?.kind === 'ambiguous' ? read.question : undefined
  const stepper = { className: styles.insideButton, excludeFromTabOrder: true, preventFocusOnPress: true }
  return (
    <AriaTextField
      id={field.id}
      name={field.name}
      autoFocus={field.autoFocus}
      isDisabled={field.isDisabled}
      isReadOnly={field.isReadOnly}
      isRequired={field.isRequired}
      inputMode={minValue === undefined || minValue < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      value={typed ?? formatTyped(known, locale, rules)}
      onChange={(text) => {
        setTyped(text)
        setRead(undefined)
      }}
      onKeyDown={press}
      onBlur={(event) => {
        commit()
        onBlur?.(event)
      }}
      aria-label={isLabelHidden ? label : field['aria-label']}
      isInvalid={Boolean(error ?? fault) || field.isInvalid}
      validationBehavior="aria"
      className={composeRenderProps(className, (name) => [styles.field, name].filter(Boolean).join(' '))}
    >
      {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
      <Group className={styles.group}>
        <Input ref={ref} placeholder={placeholder} className={styles.bare} />
        {!field.isReadOnly && (
          <>
            <AriaButton {...stepper} aria-label={t('Decrease {label}', { label })} onPress={() => stepBy(-1)}>
              <Minus size={16} aria-hidden />
            </AriaButton>
            <AriaButton {...stepper} aria-label={t('Increase {label}', { label })} onPress={() => stepBy(1)}>
              <Plus size={16} aria-hidden />
            </AriaButton>
          </>
        )}
      </Group>
      <FieldHints help={help} error={fault ?? error} />
      {read?.kind === 'ambiguous' && (
        <div className={styles.readings}>
          {read.readings.map((reading) => (
            <Button key={reading} onPress={() => take(reading)}>
              {formatTyped(reading, locale)}
            </Button>
          ))}
        </div>
      )}
    </AriaTextField>
  )
}
