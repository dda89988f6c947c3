import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { t } from '../../text.ts'
import * as styles from './Field.css.ts'

/** Texts that every field of the kit takes: the label above, one line of help below, the error in the help's place. */
export interface FieldTexts {
  label: string
  help?: ReactNode
  error?: string
  /** Adds '(optional)' to the label: what must be filled in is the rule, so only the exception is marked. */
  isOptional?: boolean
  /** Keeps the label for screen readers alone, where the place says what the field is. */
  isLabelHidden?: boolean
}

interface FieldLabelProps extends Pick<FieldTexts, 'isOptional'> {
  label: ReactNode
}

export function FieldLabel({ label, isOptional }: FieldLabelProps) {
  return (
    <Label className={styles.label}>
      {label}
      {isOptional && <span className={styles.optional}>{t('(optional)')}</span>}
    </Label>
  )
}

export function FieldHints({ help, error }: Pick<FieldTexts, 'help' | 'error'>) {
  if (error) return <FieldError className={styles.error}>{error}</FieldError>
  if (!help) return null
  return (
    <Text slot="description" className={styles.help}>
      {help}
    </Text>
  )
}
