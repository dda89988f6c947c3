import { z } from 'zod'
import { recordAll } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { countText, listText } from '#core/server/texts.ts'
import { isPlatformStaff } from '../../shared/server/roles.ts'
import type { MediaResult } from '../contract.ts'
import { listShownStudents } from './details.ts'
import { entryOf, lockMedia, nextVersions, type HeldMedia } from './lock-media.ts'

const selectStudentNames = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from students where id = any($ids::uuid[])
    order by last_name, first_name, id`,
)

/** Number of names in a refusal, which then counts the rest. */
const MAX_NAMES = 5

type Shareable = Pick<HeldMedia, 'id' | 'kind' | 'altText' | 'showsNobody' | 'studentIds' | 'deletedAt'>

/** Finds the reasons why files cannot be shared with families, by id. */
export async function findSharingTroubles(
  scope: TenantScope,
  media: readonly Shareable[],
): Promise<ReadonlyMap<string, string>> {
  const tagged = [...new Set(media.flatMap(({ studentIds }) => studentIds))]
  const shown = await listShownStudents(scope, tagged)
  const lacking = tagged.filter((id) => !shown.has(id))
  const known = lacking.length === 0 ? [] : await scope.rows(selectStudentNames, { ids: lacking })
  return new Map(
    media.flatMap((one) => {
      const trouble = describeTrouble(
        one,
        known.filter(({ id }) => one.studentIds.includes(id)).map(({ name }) => name),
        isPlatformStaff(scope),
      )
      return trouble === undefined ? [] : [[one.id, trouble] as const]
    }),
  )
}

/** @param lacking names of tagged children who may not be shown */
function describeTrouble(
  { kind, altText, showsNobody, studentIds, deletedAt }: Shareable,
  lacking: readonly string[],
  isUntold: boolean,
): string | undefined {
  if (deletedAt !== null) return 'It was deleted. Restore it first.'
  if (kind === 'picture' && altText === '') return 'Describe the picture first, for those who do not see it.'
  if (studentIds.length === 0 && !showsNobody) {
    return 'Say first which children are on it, or that no child can be recognised.'
  }
  if (lacking.length === 0) return undefined
  // Their number would reveal consents to platform staff.
  if (isUntold) return 'Not every child on it may be shown to families.'
  const who = lacking.length > MAX_NAMES ? '' : `: ${listText(lacking)}`
  const many = countText(lacking.length, 'child on it lacks', 'children on it lack')
  return `${many} the consent to be shown to families${who}.`
}

const updateSharing = statement(`update media set is_public = $isPublic, ${nextVersions} where id = any($ids::uuid[])`)

/**
 * Shares files with the organization's families, or stops sharing; refused files are returned with the reason.
 * @throws not-found
 */
export async function shareMedia(
  scope: TenantScope,
  { ids, isPublic }: { ids: readonly string[]; isPublic: boolean },
): Promise<MediaResult> {
  const held = await lockMedia(scope, ids)
  const trouble = isPublic ? await findSharingTroubles(scope, held) : new Map<string, string>()
  const changed = held.filter((one) => one.isPublic !== isPublic && !trouble.has(one.id))
  await scope.rows(updateSharing, { ids: changed.map(({ id }) => id), isPublic, now: scope.core.clock.now() })
  await recordAll(
    scope,
    changed.map((one) => sharingEntry(one, isPublic)),
  )
  return { changed: changed.length, refused: refusedOf(held, trouble) }
}

export const sharingEntry = (one: Pick<HeldMedia, 'id' | 'fileName'>, isPublic: boolean) =>
  entryOf(one, {
    action: isPublic ? 'media.shared' : 'media.unshared',
    description: isPublic ? 'Shared a file with families' : 'Stopped sharing a file with families',
    after: { isPublic },
  })

export const refusedOf = (held: readonly HeldMedia[], trouble: ReadonlyMap<string, string>): MediaResult['refused'] =>
  held.flatMap(({ id, fileName }) => {
    const message = trouble.get(id)
    return message === undefined ? [] : [{ id, fileName, message }]
  })
