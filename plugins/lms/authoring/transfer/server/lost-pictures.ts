import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import { countText } from '#core/server/texts.ts'
import { listPictureUrls } from '../../questions/server/picture-urls.ts'
import type { CourseDocument } from './course-document.ts'

const selectImages = statement(
  z.object({ url: z.string() }),
  `select '/api/images/' || id as url from files
    where owner = $owner and kind = '${imageKind.id}' and state = 'complete' and '/api/images/' || id = any ($urls::text[])`,
)

/**
 * Leaves out the pictures of questions that neither the archive has nor the platform: archives of earlier versions name
 * pictures without their bytes.
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
  const brought = new Set(files.map(({ id }) => `/api/images/${id}`))
  const missing = urls.filter((url) => !brought.has(url))
  if (missing.length === 0) return { document, lost: 0 }
  const found = await scope.rows(selectImages, { owner: ownerOf(scope), urls: missing })
  const here = new Set(found.map(({ url }) => url))
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
