import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { imageKind } from '#core/server/files/image-kind.ts'

const questions = z.array(z.looseObject({ pictures: z.array(z.object({ imageUrl: z.string() })).optional() }))
const asking = z.looseObject({
  questions: questions.optional(),
  pools: z.array(z.looseObject({ questions: questions.optional() })).optional(),
})

/** Lists the pictures in questions of quizzes, including those of pools. @param quizzes details of lessons of any kind */
export function listPictureUrls(quizzes: readonly unknown[]): string[] {
  const asked = quizzes.flatMap((details) => {
    const { questions: own = [], pools = [] } = asking.safeParse(details).data ?? {}
    return [...own, ...pools.flatMap((pool) => pool.questions ?? [])]
  })
  return [...new Set(asked.flatMap(({ pictures = [] }) => pictures.map(({ imageUrl }) => imageUrl)))]
}

const selectImages = statement(
  z.object({ id: z.uuid(), name: z.string(), size: z.number(), sha256: z.string() }),
  `select id, filename as name, size, sha256 from files
    where owner = $owner and kind = '${imageKind.id}' and state = 'complete'
      and '/api/images/' || id = any ($urls::text[]) order by id`,
)

/** Lists the images of the scope's owner with these addresses. */
export const listImages = (scope: Scope, urls: readonly string[]) =>
  scope.rows(selectImages, { owner: ownerOf(scope), urls })
