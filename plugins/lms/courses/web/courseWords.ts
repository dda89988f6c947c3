import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { audiences, chapterStatuses, courseStatuses, difficultyLevels, type Course } from '../contract.ts'

export const statusWords: Record<Course['status'], { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'green' },
  archived: { label: 'Archived', tone: 'amber' },
}

const difficultyWords: Record<Course['difficultyLevel'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

const audienceWords: Record<Course['audience'], string> = {
  instructors: 'Instructors',
  students: 'Students',
  families: 'Families',
  everybody: 'Everybody',
}

export const statusOptions = courseStatuses.map((id) => ({ id, label: statusWords[id].label }))
/** Status of a chapter, one of a course's. */
export const chapterStatusOptions = chapterStatuses.map((id) => ({ id, label: statusWords[id].label }))
export const difficultyOptions = difficultyLevels.map((id) => ({ id, label: difficultyWords[id] }))
export const audienceOptions = audiences.map((id) => ({ id, label: audienceWords[id] }))

export const difficultyOf = (course: Pick<Course, 'difficultyLevel'>) => difficultyWords[course.difficultyLevel]
export const audienceOf = (course: Pick<Course, 'audience'>) => audienceWords[course.audience]

export const minutesOf = (minutes: number) => `${minutes.toLocaleString('en-US')} min`

export const lessonsOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lesson' : 'lessons'}`
