import type { TenantScope } from '#core/server/core.ts'
import { listPlaces, type ChosenPlace } from '#core/server/erasure/places.ts'
import { invalidField } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { MAX_ERASED_PLACES, type ErasedKind, type ErasurePlace } from '../contract.ts'
import { listErasedTogether, lockPerson } from './person.ts'

/** Lists other users' texts that may name the person, or a person who is erased together. @throws not-found */
export async function listErasurePlaces(
  scope: TenantScope,
  { kind, id }: { kind: ErasedKind; id: string },
  { limit = MAX_ERASED_PLACES, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<ErasurePlace>> {
  const people = await listErasedTogether(scope, await lockPerson(scope, kind, id))
  const found = await listPlaces(scope, people, { most: limit + 1, offset })
  return countedPage(found, { limit, offset }, ({ table, column, id: row, hash, ...shown }) => ({
    ...shown,
    id: [table, column, row, hash].join(':'),
  }))
}

const PLACE_ID = /^([a-z_]{1,63}):([a-z_]{1,63}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{32})$/

/** Parses the ids of places. @throws invalid at `places` for unlisted ones */
export function parsePlaces(ids: readonly string[]): ChosenPlace[] {
  return [...new Set(ids)].map((given) => {
    const [, table, column, id, hash] = PLACE_ID.exec(given) ?? []
    if (!table || !column || !id || !hash) throw invalidField('places', 'Choose from the list of places')
    return { table, column, id, hash }
  })
}
