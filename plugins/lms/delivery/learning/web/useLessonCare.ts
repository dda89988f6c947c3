import { useContributions } from '#core/web/shell/navigation.ts'
import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'
import { lessonCare } from './places.ts'

/** Finds what the caller, who does not take a course, manages in a lesson of it. */
export function useLessonCare({ enrollment }: Pick<CatalogCourse, 'enrollment'>) {
  const all = useContributions(lessonCare)
  return ({ contentType }: Pick<CatalogLesson, 'contentType'>) =>
    enrollment ? undefined : all.find(({ contentTypes }) => contentTypes.includes(contentType))
}
