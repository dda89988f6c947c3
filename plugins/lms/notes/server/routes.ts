import { mount } from '#core/server/http/mount.ts'
import { notesContract } from '../contract.ts'
import { addNote, changeNote, deleteNote, listNotes } from './notes.ts'

export const notesRoutes = mount(notesContract, {
  listNotes: (scope, { params, query }) => listNotes(scope, params.lessonId, query),
  addNote: (scope, { params, body }) => addNote(scope, params.lessonId, body),
  changeNote: (scope, { params, body }) => changeNote(scope, params.id, body),
  deleteNote: (scope, { params }) => deleteNote(scope, params.id),
})
