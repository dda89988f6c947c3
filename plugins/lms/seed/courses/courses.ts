import type { DemoCourse } from '../course.ts'
import { bridges } from './bridges.ts'
import { debating } from './debating.ts'
import { electricity } from './electricity.ts'
import { feedback } from './feedback.ts'
import { firstAid } from './first-aid.ts'
import { firstSession } from './first-session.ts'
import { firstWeeks } from './first-weeks.ts'
import { homeTalks } from './home-talks.ts'
import { inclusion } from './inclusion.ts'
import { online } from './online.ts'
import { outings } from './outings.ts'
import { robotics } from './robotics.ts'
import { safeguarding } from './safeguarding.ts'
import { videoSessions } from './video-sessions.ts'

/** Eight for instructors, then four for students and two for families. */
export const demoCourses: readonly DemoCourse[] = [
  safeguarding,
  firstAid,
  firstSession,
  robotics,
  feedback,
  inclusion,
  outings,
  videoSessions,
  electricity,
  debating,
  bridges,
  online,
  firstWeeks,
  homeTalks,
]
