import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { MAX_NOTE_LENGTH, type Note } from '../contract.ts'
import { notesApi } from './client.ts'
import * as styles from './LessonNotes.css.ts'
import { NoteRow } from './NoteRow.tsx'

interface LessonNotesProps {
  lessonId: string
  /** Returns the video or audio of the lesson, for notes about a second of it. */
  recording: () => HTMLMediaElement | undefined
}

/** Long enough to read what was deleted, and to reconsider. */
const UNDO_MS = 10_000

/** Edits the learner's private notes beside a lesson. */
export function LessonNotes({ lessonId, recording }: LessonNotesProps) {
  const [text, setText] = useState('')
  const [isTimed, setTimed] = useState(true)
  const params = { lessonId }
  const notes = useQuery(notesApi.listNotes({ params }))
  const touches = [notesApi.listNotes.key({ params })]
  const onError = (error: Error) =>
    notify({ title: 'Your note was not saved', description: errorText(error), tone: 'destructive' })
  const add = useMutation(notesApi.addNote.mutation({ touches, onError }))
  const remove = useMutation(notesApi.deleteNote.mutation({ touches, onError }))
  const hasRecording = recording() !== undefined
  const write = (event: SyntheticEvent) => {
    event.preventDefault()
    const media = recording()
    const second = isTimed && media ? Math.floor(media.currentTime) : null
    add.mutate({ params, body: { text, second } }, { onSuccess: () => setText('') })
  }
  const deleteNote = ({ id, text: written, second }: Note) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          notify({
            title: 'Note deleted',
            action: { label: 'Undo', onAction: () => add.mutate({ params, body: { text: written, second } }) },
            duration: UNDO_MS,
          }),
      },
    )
  const goTo = (second: number) => {
    const media = recording()
    if (!media) return
    media.currentTime = second
    media.focus()
  }
  return (
    <div className={styles.notes}>
      <form className={styles.form} onSubmit={write}>
        <TextField
          label="New note"
          help="Only you can read it."
          multiline
          value={text}
          maxLength={MAX_NOTE_LENGTH}
          onChange={setText}
          error={add.error?.fields['text']}
        />
        <div className={styles.acts}>
          {hasRecording && <Checkbox label="With the second that is on" isSelected={isTimed} onChange={setTimed} />}
          <Button type="submit" isDisabled={text.trim() === ''} isPending={add.isPending}>
            Add note
          </Button>
        </div>
      </form>
      <Loaded query={notes} height={48} isFrameless>
        {(data) => (
          <ul className={styles.list} aria-label="My notes">
            {data.map((note) => (
              <li key={note.id}>
                <NoteRow
                  note={note}
                  lessonId={lessonId}
                  onGo={hasRecording ? goTo : undefined}
                  onDelete={() => deleteNote(note)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
