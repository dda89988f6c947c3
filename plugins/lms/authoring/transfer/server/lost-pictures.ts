import type { Scope } from '#core/server/core.ts'
import { countText } from '#core/server/texts.ts'
import { listImages, listPictureUrls } from '../../questions/server/picture-urls.ts'
import type { CourseDocument } from './course-document.ts'

const toUrl = ({ id }: { id: string }) => `/api/images/${id}`

/**
 * Leaves out question pictures that neither the archive nor the platform has: archives of earlier versions name pictures
 * without their bytes.
 */
export async function leaveOutLostPictures(
  scope: Scope,
  document: CourseDocument,
): Promise<{ document: CourseDocument; lost: number }> {
  const { lessons, banks, files } = document
  const urls = listPictureUrls([
    ...lessons.flatMap(({ details }) => Object.values(details)),
    ...banks.map(({ questions }) => ({ questions: questions.map(({ question }) => question) })),
  ])
  const brought = new Set(files.map(toUrl))
  const missing = urls.filter((url) => !brought.has(url))
  if (missing.length === 0) return { document, lost: 0 }
  const here = new Set((await listImages(scope, missing)).map(toUrl))
  const lost = new Set(missing.filter((url) => !here.has(url)))
  const keep = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (key, part: unknown) =>
      key === 'pictures' && Array.isArray(part) ? part.filter(({ imageUrl }) => !lost.has(imageUrl)) : part,
    ) as Value
  return {
    document: {
      ...document,
      lessons: lessons.map((lesson) => ({ ...lesson, details: keep(lesson.details) })),
      banks: keep(banks),
    },
    lost: lost.size,
  }
}

export const describeLostPictures = (lost: number): string =>
  lost === 0 ? '' : `${countText(lost, 'picture')} of questions are left out: the archive does not have them.`
