import { readFile, rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { migrationsFingerprint } from '#core/server/database/migrations.ts'
import { createPlatform } from '#core/server/platform.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { TEST_LANGUAGES } from '#core/testing/languages.ts'
import { temporaryDataDir, temporaryFolderOfRun } from '../../core/testing/temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address with the template's database in it. */
    templateUrl: string
  }
}

// Tests make and drop hundreds of databases, whose safety across a power cut is worth nothing.
const FAST_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'max_wal_size=2GB']

/** Starts a PostgreSQL for the whole run and migrates a template, which every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Before the first browser test, whose time it would take; the others then find it built.
  if (project.vitest.projects.some(({ name }) => name === 'browser'))
    await ensureWebBuilt({ log: { info: () => undefined }, languages: TEST_LANGUAGES })
  const removeFolder = await temporaryFolderOfRun()
  const directory = await temporaryDataDir()
  const server = await startEmbeddedPostgres(directory, FAST_FLAGS)
  const fingerprint = await migrationsFingerprint(migrationFolders(plugins), (url) => readFile(url, 'utf8'))
  const templateUrl = server.url.replace(/\/[^/]*$/, `/template_${fingerprint}`)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database template_${fingerprint}`)
  await client.end()
  // Assembled once, so that the queue's tables and queues are in the template too.
  const env = readEnv({
    DATABASE_URL: templateUrl,
    DATA_DIR: directory,
    // Same key as the platforms of tests: with another, each would sign the audit trail again when it starts.
    SESSION_KEY: '1'.repeat(64),
    LOG_LEVEL: 'error',
  })
  const platform = await createPlatform({ ...env, databaseUrl: templateUrl }, plugins, { work: false })
  await platform.close()
  project.provide('templateUrl', templateUrl)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
    await removeFolder()
  }
}
