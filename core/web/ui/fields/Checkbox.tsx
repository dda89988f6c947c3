import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import type { CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Checkbox.css.ts'
import { FieldHints } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'

export interface CheckboxProps
  extends Omit<CheckboxFieldProps, 'children'>, Pick<FieldTexts, 'help' | 'error' | 'isLabelHidden'> {
  /** Text where `isLabelHidden`. */
  label: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Yes or no, in effect with what is sent or done next; what is in effect at once is a Switch. */
export function Checkbox({ label, help, error, isLabelHidden, ...props }: CheckboxProps) {
  return (
    <CheckboxField
      {...props}
      aria-label={isLabelHidden && typeof label === 'string' ? label : props['aria-label']}
      isInvalid={Boolean(error) || props.isInvalid}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [styles.field, className].filter(Boolean).join(' '),
      )}
    >
      <CheckboxButton className={styles.row}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={styles.box}>
              {isIndeterminate ? (
                <Minus size={14} strokeWidth={3} aria-hidden />
              ) : (
                isSelected && <Check size={14} strokeWidth={3} aria-hidden />
              )}
            </span>
            {!isLabelHidden && <span className={styles.words}>{label}</span>}
          </>
        )}
      </CheckboxButton>
      {(help || error) && (
        <div className={styles.hints}>
          <FieldHints help={help} error={error} />
        </div>
      )}
    </CheckboxField>
  )
}
