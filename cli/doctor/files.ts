import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type pg from 'pg'
import type { Env } from '#config/env.ts'
import { countText } from '#core/server/texts.ts'
import { Contents } from '#core/server/files/contents.ts'
import { broken, ok, warning, type Finding } from '#core/server/finding.ts'
import { sentenceOf } from '../failure.ts'

/** The newest files whose contents are looked for: contents that this node cannot read may be on other nodes, or lost. */
const MAX_FILES_CHECKED = 20

/** File systems that are gone with the machine, or with its container: tmpfs, ramfs and overlayfs (Linux, `statfs`). */
const EPHEMERAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x0102_1994, 0x8584_58f6, 0x794c_7630])

/** Checks that uploaded files are where this node looks, and stay there. */
export async function checkFiles(client: pg.Client, env: Env): Promise<Finding[]> {
  const { rows } = await client.query<{ sha256: string }>(
    `select sha256 from files where state = 'complete' order by created_at desc limit ${MAX_FILES_CHECKED}`,
  )
  const { s3 } = env.files
  if (rows.length === 0 && !s3) return []
  const place = s3 ? `the bucket ${s3.bucket}` : join(env.dataDir, 'files')
  try {
    const contents = new Contents(env)
    // Asks the bucket itself, which one that is not there answers as well as a content that is not there.
    if (s3) await contents.madeIds()
    const sizes = await Promise.all(rows.map(({ sha256 }) => contents.sizeOf(sha256)))
    const missing = sizes.filter((size) => size === undefined).length
    if (missing > 0) return [broken('files', missingText(missing, rows.length, place, s3 !== undefined))]
  } catch (error) {
    const remedy = s3 ? '; see FILES_S3_URL, FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY' : ''
    return [broken('files', `Files cannot be read from ${place} (${sentenceOf(error)})${remedy}`)]
  }
  if (!s3 && (await isEphemeral(env.dataDir))) {
    const message = `${place} holds uploaded files and is gone with this machine or its container`
    return [warning('files', `${message}; set DATA_DIR to a folder that lasts, or FILES_S3_URL`)]
  }
  if (rows.length === 0) return [ok('files', `There are no files yet; ${place} answers`)]
  return [ok('files', `The newest files are in ${place}`)]
}

function missingText(missing: number, of: number, place: string, isBucket: boolean): string {
  const message = `${missing} of the newest ${countText(of, 'file')} ${missing === 1 ? 'is' : 'are'} not in ${place}`
  const shared = isBucket
    ? 'see whether FILES_S3_URL is the one that they were kept with'
    : 'all nodes need the same DATA_DIR, or FILES_S3_URL'
  return `${message}; ${shared}`
}

async function isEphemeral(folder: string): Promise<boolean> {
  const { type } = await statfs(folder)
  return EPHEMERAL_FILE_SYSTEMS.has(type) || `${resolve(folder)}${sep}`.startsWith(`${resolve(tmpdir())}${sep}`)
}
