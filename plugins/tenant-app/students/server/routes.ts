import { mount } from '#core/server/http/mount.ts'
import { studentsContract } from '../contract.ts'
import { createStudent, updateStudent } from './enrolling.ts'
import { countStudents } from './figures.ts'
import { getStudent, listGrades, listStudents } from './students.ts'

export const studentsRoutes = mount(studentsContract, {
  listStudents: (scope, { query }) => listStudents(scope, query),
  createStudent: (scope, { body }) => createStudent(scope, body),
  listGrades,
  studentFigures: countStudents,
  getStudent: (scope, { params }) => getStudent(scope, params.id),
  updateStudent: (scope, { params, body }) => updateStudent(scope, params.id, body),
})
