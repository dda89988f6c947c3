import { z } from 'zod'
import type { LessonContent } from './draft.ts'

const questions = z.array(z.looseObject({ pictures: z.array(z.object({ imageUrl: z.string() })).optional() }))
const asking = z.looseObject({
  questions: questions.optional(),
  pools: z.array(z.looseObject({ questions: questions.optional() })).optional(),
})

/** Lists the pictures that questions of lessons show, those of pools too. */
export function listPictureUrls(contents: readonly LessonContent[]): string[] {
  const asked = contents.flatMap(({ details }) => {
    const { questions: own = [], pools = [] } = asking.safeParse(details).data ?? {}
    return [...own, ...pools.flatMap((pool) => pool.questions ?? [])]
  })
  return [...new Set(asked.flatMap(({ pictures = [] }) => pictures.map(({ imageUrl }) => imageUrl)))]
}
