import type { Races } from '#core/testing/races.ts'
import { attemptRaces } from './races/attempts.ts'
import { authoringRaces } from './races/authoring.ts'
import { certificateRaces } from './races/certificates.ts'
import { discussionRaces } from './races/discussions.ts'
import { gradingRaces } from './races/grading.ts'
import { learningRaces } from './races/learning.ts'
import { ltiRaces } from './races/lti.ts'
import { trainingRaces } from './races/training.ts'

/** Races for each lock of the plugin. */
export const races: Races = {
  ...attemptRaces,
  ...authoringRaces,
  ...certificateRaces,
  ...discussionRaces,
  ...gradingRaces,
  ...learningRaces,
  ...trainingRaces,
  ...ltiRaces,
}

/** Locks of the plugin that cannot be raced, with the reason. */
export const exempt: Record<string, string> = {
  'plugins/lms/delivery/enrollments/server/group-courses.ts lockLeftBehind':
    'The deletion takes the same locks: these alone let it see records of the acts that it waited for',
}
