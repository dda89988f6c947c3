import { readdir } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import { Running } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { freePort } from '#core/server/database/ports.ts'
import { cleanUpFiles } from '#core/server/files/clean-up.ts'
import { CONTENT_FOLDERS } from '#core/server/files/contents.ts'
import { incomingFolder } from '#core/server/http/upload.ts'
import type { TestPlatform } from '#core/testing/harness.ts'

const DAY_MS = 86_400_000

/** Returns the variables that another process needs to work for a platform. */
export const variablesOf = ({ databaseUrl, core }: TestPlatform, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: core.env.dataDir,
  SESSION_KEY: core.env.sessionKey.toString('hex'),
  LOG_LEVEL: 'silent',
  ...more,
})

/** Another node, once it answers. */
export async function startNode(platform: TestPlatform, more: Record<string, string> = {}) {
  const port = await freePort()
  const node = new Running(['serve'], variablesOf(platform, { PORT: String(port), ...more }))
  onTestFinished(() => void node.process.kill('SIGKILL'))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 120_000 }).toBe(true)
  return { port, kill: () => node.kill('SIGKILL') }
}

/** Two days of nightly looks. @returns what has bytes and no row, a row and no bytes, and what else lies around */
export async function leftOver({ core, clock, databaseUrl }: TestPlatform) {
  for (let night = 0; night < 3; night++) {
    await cleanUpFiles.perform(core, null, {})
    clock.forward(DAY_MS + 60_000)
  }
  const stored: string[] = []
  for (const folder of CONTENT_FOLDERS) stored.push(...(await core.files.contents.namesIn(folder)))
  const named = await query<{ sha256: string; state: string }>(
    databaseUrl,
    'select distinct sha256, state from files union select sha256, $1 from thumbnails',
    ['complete'],
  )
  const names = new Set(named.map(({ sha256 }) => sha256))
  return {
    bytesAlone: stored.filter((name) => !names.has(name)),
    rowsAlone: named.filter(({ sha256, state }) => state !== 'complete' || !stored.includes(sha256)),
    parts: await core.files.contents.partNames(),
    incoming: await readdir(incomingFolder(core)).catch(() => []),
    libraryAlone: await query(
      databaseUrl,
      'select from media m where not exists (select from files f where f.id = m.id)',
    ),
  }
}

export const nothing = { bytesAlone: [], rowsAlone: [], parts: [], incoming: [], libraryAlone: [] }
