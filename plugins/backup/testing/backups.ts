import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Core } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { type AnyPlugin, definePlugin } from '#core/server/plugin.ts'
import { buildFile } from '#core/testing/factories.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import type { Backup } from '../operations/contract.ts'
import { backupFolder } from '../store/server/folders.ts'

/** The archives that lie in the data directory, by name. */
export async function files(core: Core): Promise<string[]> {
  const names = await readdir(backupFolder(core)).catch(() => [])
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

export const stagedFiles = (core: Core) => readdir(join(backupFolder(core), '.staging')).catch(() => [])

export async function list(admin: Client): Promise<Backup[]> {
  return (await admin.get('/api/admin/backup/list')).body as Backup[]
}

/** Makes a backup of everything, or of an organization. */
export async function make(admin: Client, tenantId?: string): Promise<Backup> {
  const { status, body } = await admin.post('/api/admin/backup/create', { tenantId })
  if (status !== 200) throw new Error(`Making a backup answered ${status}: ${JSON.stringify(body)}`)
  const [newest] = await list(admin)
  return newest as Backup
}

/** Keeps a file of an organization as an upload does at its end. @returns the sha256 of its content */
export async function storeFile(
  platform: Pick<TestPlatform, 'core'>,
  tenantId: string,
  content: Buffer,
  filename: string,
): Promise<string> {
  const page = { kind: 'test.page', filename, mimeType: 'text/plain' }
  return (await buildFile(platform, { id: tenantId }, { ...page, content })).sha256
}

/** Actions of the audit trail that are about a backup, oldest first. */
export async function trail({ core }: TestPlatform, backupId: string): Promise<string[]> {
  return core.db.platform(systemActor, async ({ trx }) =>
    trx('audit_logs').where({ resourceId: backupId }).orderBy('seq').pluck<string[]>('action'),
  )
}

/** A version of the plugin `notes` that has these migrations, as texts in `folder`. */
export async function pluginOf(folder: string, texts: readonly string[]): Promise<AnyPlugin> {
  const migrations = pathToFileURL(`${await mkdtemp(join(folder, 'migrations-'))}/`)
  for (const [at, text] of texts.entries()) await writeFile(new URL(`000${at + 1}_step.ts`, migrations), text)
  return definePlugin({ id: 'notes', migrations, setup: () => ({}) })
}
