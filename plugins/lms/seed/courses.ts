import { readCourse } from './course.ts'

/** Files of `courses/`: eight for instructors, then four for students and two for families. */
const names = [
  'safeguarding',
  'first-aid',
  'first-session',
  'robotics',
  'feedback',
  'inclusion',
  'outings',
  'video-sessions',
  'electricity',
  'debating',
  'bridges',
  'online',
  'first-weeks',
  'home-talks',
]

export const readCourses = () => names.map(readCourse)

/** Reads an organization's own course: rules of its house for instructors. */
export const readOwnCourse = () => readCourse('house-rules')
