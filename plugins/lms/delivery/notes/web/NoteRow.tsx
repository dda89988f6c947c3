import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { clockTime } from '#core/web/ui/media/playback.ts'
import { MAX_NOTE_LENGTH, type Note } from '../contract.ts'
import { notesApi } from './client.ts'
import * as styles from './LessonNotes.css.ts'

interface NoteRowProps {
  note: Note
  lessonId: string
  /** Seeks to a second of the recording; undefined without a recording. */
  onGo: ((second: number) => void) | undefined
  onDelete: () => void
}

/** Renders a note, which its writer can edit. */
export function NoteRow({ note, lessonId, onGo, onDelete }: NoteRowProps) {
  const [written, setWritten] = useState<string>()
  const { id, text, second, createdAt, updatedAt } = note
  const change = useMutation(
    notesApi.changeNote.mutation({
      touches: [notesApi.listNotes.key({ params: { lessonId } })],
      onSuccess: () => setWritten(undefined),
    }),
  )
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    change.mutate({ params: { id }, body: { text: written ?? '', updatedAt } })
  }
  if (written !== undefined) {
    return (
      <form className={styles.form} onSubmit={save}>
        <TextField
          label="Note"
          multiline
          autoFocus
          value={written}
          maxLength={MAX_NOTE_LENGTH}
          onChange={setWritten}
          error={change.error ? errorText(change.error) : undefined}
        />
        <div className={styles.acts}>
          <Button onPress={() => setWritten(undefined)}>Cancel</Button>
          <Button type="submit" variant="primary" isDisabled={written.trim() === ''} isPending={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className={styles.note}>
      <div className={styles.words}>
        <p className={styles.text}>{text}</p>
        <div className={styles.about}>
          {second !== null &&
            (onGo ? (
              <Button size="small" aria-label={`Go to ${clockTime(second)}`} onPress={() => onGo(second)}>
                {clockTime(second)}
              </Button>
            ) : (
              <span>At {clockTime(second)}</span>
            ))}
          <DateTime value={createdAt} />
        </div>
      </div>
      <MenuButton
        label={`Actions for the note “${text.slice(0, 40)}”`}
        size="small"
        items={[
          { label: 'Edit', onAction: () => setWritten(text) },
          { label: 'Delete', onAction: onDelete },
        ]}
      />
    </div>
  )
}
