import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { t } from '../../text.ts'
import * as styles from './Field.css.ts'
import { TextField } from './TextField.tsx'
import type { TextFieldProps } from './TextField.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'multiline' | 'rows' | 'end'>

/** A password with a button that shows it. Give `autoComplete`: 'current-password' or 'new-password'. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <AriaButton
          className={styles.insideButton}
          aria-label={isShown ? t('Hide password') : t('Show password')}
          onPress={() => setShown(!isShown)}
          isDisabled={props.isDisabled}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </AriaButton>
      }
    />
  )
}
