import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { learners } from '../catalog/contract.ts'
import { MAX_RECORDING_SECONDS } from '../../authoring/lessons/kinds/recording-contract.ts'

/** Maximum characters of a note. */
export const MAX_NOTE_LENGTH = 2000
/** Maximum notes of one learner beside one lesson. */
export const MAX_NOTES = 200

const noteText = text(MAX_NOTE_LENGTH).refine((value) => value !== '', 'Write something')

const second = z
  .number('Not a number')
  .int('Not a whole number')
  .min(0, 'At least 0')
  .max(MAX_RECORDING_SECONDS, 'At most a day')

export const newNote = z.object({
  text: noteText,
  /** Second of the video or audio that it is about; null: the whole lesson. */
  second: second.nullable().default(null),
})
export type NewNote = z.output<typeof newNote>

/** With `updatedAt` as it was read, a change from another tab in between is a conflict. */
export const noteChange = z.object({ text: noteText, updatedAt: instant.optional() })
export type NoteChange = z.output<typeof noteChange>

export const note = z.object({
  id,
  text: z.string(),
  second: second.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Note = z.infer<typeof note>

const UNAUDITED_REASON = 'Only its author reads a note'

export const notesContract = {
  listNotes: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/notes',
    summary: 'What the caller has written beside a lesson: on all of it, then by the second',
    access: learners,
    params: z.object({ lessonId: id }),
    query: pagingQuery,
    response: z.array(note),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/notes',
    status: 201,
    summary: 'Write a note beside a lesson, for oneself',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: z.object({ lessonId: id }),
    body: newNote,
    response: note,
    errors: [403],
  }),
  changeNote: endpoint({
    method: 'PUT',
    path: '/api/tenant/lesson-notes/{id}',
    summary: 'Write a note anew',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: z.object({ id }),
    body: noteChange,
    response: note,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/api/tenant/lesson-notes/{id}',
    summary: 'Delete a note',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: z.object({ id }),
    response: 'none',
  }),
} as const
