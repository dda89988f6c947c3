import { useState, type SyntheticEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { MAX_POST_LENGTH } from '../contract.ts'
import * as styles from './Discussion.css.ts'

interface PostFormProps {
  label: string
  submit: string
  /** Earlier text. */
  text?: string
  help?: string
  isPending: boolean
  error: Error | null
  /** Called with a function that clears the field. */
  onWrite: (text: string, done: () => void) => void
  onCancel?: () => void
}

/** Form for a post; text that could not be sent stays in it. */
export function PostForm({ label, submit, text = '', help, isPending, error, onWrite, onCancel }: PostFormProps) {
  const [written, setWritten] = useState(text)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    onWrite(written, () => setWritten(''))
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <TextField
        label={label}
        help={help}
        multiline
        autoFocus={onCancel !== undefined}
        value={written}
        maxLength={MAX_POST_LENGTH}
        onChange={setWritten}
        error={error ? errorText(error) : undefined}
      />
      <div className={styles.acts}>
        {onCancel && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" isDisabled={written.trim() === ''} isPending={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
