import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { backupFolder, stagingFolder } from './folders.ts'
import { DiskStore } from '#core/server/files/disk-store.ts'
import type { Store } from '#core/server/files/store.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** Prefixes of the names of archives and of the content beside them. */
const OWN_PREFIXES = ['trellis-', 'files/']

const stores = new WeakMap<Core, Promise<Store>>()

/** Store of new archives: the bucket of the environment, or the data directory. */
export async function currentStore(core: Core): Promise<Store> {
  const { s3 } = core.env.of(backupEnvironment)
  if (!s3) return diskStore(core)
  const store =
    stores.get(core) ??
    // It reaches half of the AWS client, which most installations never need.
    import('#core/server/files/bucket-store.ts').then(({ BucketStore }) => new BucketStore(s3, OWN_PREFIXES))
  stores.set(core, store)
  return store
}

/** Store in which an archive was put. @throws backup.store 409 when the environment names no bucket any more */
export async function storeOf(core: Core, location: Store['location']): Promise<Store> {
  if (location === 'disk') return diskStore(core)
  if (core.env.of(backupEnvironment).s3) return currentStore(core)
  throw new AppError('backup.store', 409, 'This backup is in a bucket, and BACKUP_S3_URL does not name one')
}

/** Under the data directory of this node. */
export const diskStore = (core: Core) => new DiskStore(backupFolder(core), stagingFolder(core))
