import { z } from 'zod'

const questions = z.array(z.looseObject({ pictures: z.array(z.object({ imageUrl: z.string() })).optional() }))
const asking = z.looseObject({
  questions: questions.optional(),
  pools: z.array(z.looseObject({ questions: questions.optional() })).optional(),
})

/** Lists the pictures that questions of quizzes show, those of pools too. @param quizzes details of lessons of any kind */
export function listPictureUrls(quizzes: readonly unknown[]): string[] {
  const asked = quizzes.flatMap((details) => {
    const { questions: own = [], pools = [] } = asking.safeParse(details).data ?? {}
    return [...own, ...pools.flatMap((pool) => pool.questions ?? [])]
  })
  return [...new Set(asked.flatMap(({ pictures = [] }) => pictures.map(({ imageUrl }) => imageUrl)))]
}
