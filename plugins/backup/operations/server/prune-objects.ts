import { z } from 'zod'
import { backupEnvironment } from '../../shared/server/environment.ts'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Store } from '#core/server/files/store.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { withArchive } from '../../restore/server/options.ts'
import { objectsOf, type Objects } from '../../store/server/objects.ts'
import { storeOf } from '../../store/server/stores.ts'

const DAY_MS = 86_400_000

const isArchive = (name: string) => /^trellis-.*\.tar\.zst(\.age)?$/.test(name)

const deleteNamedObjects = statement('delete from unnamed_objects where location = $1 and name <> all ($2::text[])')

const insertUnnamedObjects = statement(
  'insert into unnamed_objects (location, name, since) select $1, name, $3 from unnest($2::text[]) name on conflict do nothing',
)

const selectOutdatedObjects = statement(
  z.object({ name: z.string() }),
  'select name from unnamed_objects where location = $1 and since < $2',
)

/**
 * Removes the contents beside the archives of a store that none of them has named for a day: an operation takes a day at
 * most, so a backup that counted on one has stored its archive by then. Where a single archive cannot be read, it may name
 * anything, and nothing is removed. Only for who holds the operations.
 * @returns how many were removed
 */
export async function pruneObjects(core: Core, location: Store['location']): Promise<number> {
  const store = await storeOf(core, location)
  const stored = [...(await store.list('files')).keys()]
  if (stored.length === 0) return 0
  const named = await namedObjects(core, store)
  if (!named) return 0
  const unnamed = stored.filter((name) => !named.has(name))
  const now = core.clock.now()
  const outdated = await core.db.platform(systemActor, async ({ rows }) => {
    await rows(deleteNamedObjects, [location, unnamed])
    await rows(insertUnnamedObjects, [location, unnamed, now])
    return rows(selectOutdatedObjects, [location, new Date(now.getTime() - DAY_MS)])
  })
  for (const { name } of outdated) await store.remove(name)
  return outdated.length
}

/** Names of the objects that the store's archives list; undefined where not all archives can be read. */
async function namedObjects(core: Core, store: Store): Promise<Set<string> | undefined> {
  const there = await store.names()
  const known = await core.db.platform(systemActor, ({ trx }) =>
    trx('backups').where({ location: store.location, status: 'completed' }).pluck<string[]>('name'),
  )
  const named = new Set<string>()
  const folders = new Map<string, Objects>()
  for (const name of new Set([...known, ...[...there].filter(isArchive)])) {
    try {
      if (!there.has(name)) throw new ArchiveError('The file is not where it was put')
      await addNamed(core, store, name, { named, folders })
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error
      core.log.warn({ backup: name, reason: error.message }, 'no content beside the backups is removed')
      return undefined
    }
  }
  return named
}

async function addNamed(
  { env }: Core,
  store: Store,
  name: string,
  { named, folders }: { named: Set<string>; folders: Map<string, Objects> },
): Promise<void> {
  const { passphrase } = env.of(backupEnvironment)
  const open = async () => (await store.open(name)).content
  await withArchive({ open, passphrase }, async ({ manifest, contents }) => {
    if (manifest.files?.where !== 'beside') return
    const { folder } = manifest.files
    const objects = folders.get(folder) ?? (await objectsOf(store, folder, passphrase))
    folders.set(folder, objects)
    named.add(`files/${folder}/key.age`)
    for (const { sha256 } of await contents()) named.add(objects.nameOf(sha256))
  })
}
