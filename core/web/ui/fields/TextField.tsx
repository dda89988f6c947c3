import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import type { TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children'>, FieldTexts {
  placeholder?: string
  /** A text area of `rows` lines (3 unless said otherwise) instead of one line. */
  multiline?: boolean
  rows?: number
  /** Offered while people type into one line; any other text is as good. */
  suggestions?: readonly string[]
  /** Something inside the field's end, as a unit or a button. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>
}

/** One line or more of text; `type` also makes it an email, url, date (`YYYY-MM-DD`) or color field. */
export function TextField({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  placeholder,
  multiline,
  rows = 3,
  suggestions,
  end,
  ref,
  ...props
}: TextFieldProps) {
  const list = useId()
  return (
    <AriaTextField
      {...props}
      aria-label={isLabelHidden ? label : props['aria-label']}
      isInvalid={Boolean(error) || props.isInvalid}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [styles.field, className].filter(Boolean).join(' '),
      )}
    >
      {({ isInvalid, isDisabled }) => (
        <>
          {!isLabelHidden && <FieldLabel label={label} isOptional={isOptional} />}
          {multiline ? (
            <TextArea
              ref={ref}
              rows={rows}
              placeholder={placeholder}
              className={`${styles.control} ${styles.multiline}`}
            />
          ) : end ? (
            <InsetInput
              inputRef={ref}
              placeholder={placeholder}
              isInvalid={isInvalid}
              isDisabled={isDisabled}
              end={end}
            />
          ) : (
            <Input
              ref={ref}
              placeholder={placeholder}
              className={styles.control}
              list={suggestions?.length ? list : undefined}
            />
          )}
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((text) => (
                <option key={text}>{text}</option>
              ))}
            </datalist>
          )}
          <FieldHints help={help} error={error} />
        </>
      )}
    </AriaTextField>
  )
}

interface InsetInputProps {
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  isInvalid: boolean
  isDisabled: boolean
  end: ReactNode
}

function InsetInput({ inputRef, placeholder, isInvalid, isDisabled, end }: InsetInputProps) {
  return (
    <div className={styles.inset} data-invalid={isInvalid || undefined} data-disabled={isDisabled || undefined}>
      <Input ref={inputRef} placeholder={placeholder} className={styles.bare} />
      {end}
    </div>
  )
}
