import { callerOf } from '#core/server/database/row-policy.ts'
import { mount } from '#core/server/http/mount.ts'
import { projectsContract } from '../../catalog/projects-contract.ts'
import { trainingContract } from '../contract.ts'
import { readinessContract } from '../readiness-contract.ts'
import { exportStatistics, exportTraining } from './exporting.ts'
import type { Planning } from './planning.ts'
import { listTrainingModules } from './modules.ts'
import { changeTrainingNotes } from './notes.ts'
import { countTraining, getInstructorTraining, listProgress } from './progress.ts'
import { getReadiness } from './readiness.ts'
import { remindInstructor } from './reminders.ts'
import { getTrainingSettings, updateTrainingSettings } from './settings.ts'
import { listStatistics } from './statistics.ts'

export const trainingRoutes = mount(trainingContract, {
  instructorTrainingProgress: listProgress,
  trainingFigures: countTraining,
  exportTraining,
  instructorTraining: getInstructorTraining,
  trainingModules: (scope) => listTrainingModules(scope, callerOf(scope).caller ?? null),
  changeTrainingNotes: (scope, instructorId, moduleId, body) =>
    changeTrainingNotes(scope, { instructorId, moduleId }, body),
  courseStatistics: listStatistics,
  exportCourseStatistics: exportStatistics,
})

export const readinessRoutes = mount(readinessContract, {
  readiness: (scope, query) => getReadiness(scope, query.projectId, query.instructorId),
  trainingSettings: getTrainingSettings,
  updateTrainingSettings,
  remindInstructor,
})

/** @param planning undefined if there are no sessions to lead */
export const trainedProjectsRoutes = (planning: Planning | undefined) =>
  mount(projectsContract, { trainedProjects: async (scope) => (await planning?.projectNames(scope)) ?? [] })
