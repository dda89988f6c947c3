import { mount } from '#core/server/http/mount.ts'
import { notesContract } from '../contract.ts'
import { addNote, changeNote, deleteNote, listNotes } from './notes.ts'

export const notesRoutes = mount(notesContract, {
  listNotes,
  addNote,
  changeNote,
  deleteNote,
})
