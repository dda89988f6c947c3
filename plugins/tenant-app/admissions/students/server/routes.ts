import { mount } from '#core/server/http/mount.ts'
import { listFigureRows } from '../../../shared/server/figures.ts'
import { studentsContract } from '../contract.ts'
import { progressContract } from '../progress-contract.ts'
import { createStudent, updateStudent } from './save-students.ts'
import { countStudents, familyAccountRows } from './figures.ts'
import { listHistory } from './history.ts'
import { listAttendance, listScores, studentProgressOf } from './progress.ts'
import { listGrades, listStudents, showStudent } from './students.ts'

export const studentsRoutes = mount(studentsContract, {
  listStudents,
  createStudent,
  listGrades,
  studentFigures: countStudents,
  familyAccountRows: (scope, query) => listFigureRows(scope, familyAccountRows, query, { tenantId: scope.tenantId }),
  getStudent: showStudent,
  updateStudent,
})

export const progressRoutes = mount(progressContract, {
  studentProgress: studentProgressOf,
  listAttendance,
  listScores,
  listHistory,
})
