import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { audiences, chapterStatuses, courseStatuses, difficultyLevels, type Course } from '../contract.ts'

export const statusLabels: Record<Course['status'], { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'green' },
  archived: { label: 'Archived', tone: 'amber' },
}

const difficultyLabels: Record<Course['difficultyLevel'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

const audienceLabels: Record<Course['audience'], string> = {
  instructors: 'Instructors',
  students: 'Students',
  families: 'Families',
  everybody: 'Everyone',
}

export const statusOptions = courseStatuses.map((id) => ({ id, label: statusLabels[id].label }))
/** Statuses of a chapter, which are among those of a course. */
export const chapterStatusOptions = chapterStatuses.map((id) => ({ id, label: statusLabels[id].label }))
export const difficultyOptions = difficultyLevels.map((id) => ({ id, label: difficultyLabels[id] }))
export const audienceOptions = audiences.map((id) => ({ id, label: audienceLabels[id] }))

export const getDifficultyLabel = (course: Pick<Course, 'difficultyLevel'>) => difficultyLabels[course.difficultyLevel]
export const getAudienceLabel = (course: Pick<Course, 'audience'>) => audienceLabels[course.audience]

export const formatMinutes = (minutes: number) => `${minutes.toLocaleString('en-US')} min`

export const formatLessons = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lesson' : 'lessons'}`
