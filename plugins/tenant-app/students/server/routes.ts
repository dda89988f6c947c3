import { mount } from '#core/server/http/mount.ts'
import { listFigureRows } from '../../server/figures.ts'
import { studentsContract } from '../contract.ts'
import { progressContract } from '../progress-contract.ts'
import { createStudent, updateStudent } from './enrolling.ts'
import { countStudents, familyAccountRows } from './figures.ts'
import { listHistory } from './history.ts'
import { listAttendance, listScores, studentProgressOf } from './progress.ts'
import { listGrades, listStudents, showStudent } from './students.ts'

export const studentsRoutes = mount(studentsContract, {
  listStudents: (scope, { query }) => listStudents(scope, query),
  createStudent: (scope, { body }) => createStudent(scope, body),
  listGrades,
  studentFigures: countStudents,
  familyAccountRows: (scope, { query }) =>
    listFigureRows(scope, familyAccountRows, query, { tenantId: scope.tenantId }),
  getStudent: (scope, { params }) => showStudent(scope, params.id),
  updateStudent: (scope, { params, body }) => updateStudent(scope, params.id, body),
})

export const progressRoutes = mount(progressContract, {
  studentProgress: (scope, { params }) => studentProgressOf(scope, params.id),
  listAttendance: (scope, { params, query }) => listAttendance(scope, params.id, query),
  listScores: (scope, { params, query }) => listScores(scope, params.id, query),
  listHistory: (scope, { params, query }) => listHistory(scope, params.id, query),
})
