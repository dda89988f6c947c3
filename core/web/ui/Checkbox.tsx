import { Check, Minus } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import type { CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Toggle.css.ts'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'children'> {
  /** The words beside the box. */
  label: ReactNode
  help?: ReactNode
  error?: string
  ref?: Ref<HTMLLabelElement>
}

/** Yes or no, saved with the form. What takes effect at once is a Switch. */
export function Checkbox({ label, help, error, ...props }: CheckboxProps) {
  const hintId = useId()
  const hint = error ?? help
  return (
    <div>
      <AriaCheckbox
        {...props}
        isInvalid={Boolean(error) || props.isInvalid}
        validationBehavior="aria"
        aria-describedby={hint ? hintId : undefined}
        className={composeRenderProps(props.className, (className) =>
          [styles.row, className].filter(Boolean).join(' '),
        )}
      >
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={styles.box}>
              {isIndeterminate ? (
                <Minus size={14} strokeWidth={3} aria-hidden />
              ) : isSelected ? (
                <Check size={14} strokeWidth={3} aria-hidden />
              ) : null}
            </span>
            <span>{label}</span>
          </>
        )}
      </AriaCheckbox>
      {hint && (
        <div id={hintId} className={`${styles.indented} ${error ? styles.error : styles.hint}`}>
          {hint}
        </div>
      )}
    </div>
  )
}
